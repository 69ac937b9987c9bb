import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { StatusCode } from 'hono/utils/http-status'
import { install } from '#github/actions/install.ts'
import { type Installation, installationOn } from '#github/installations/installations.ts'
import { findApp, type GithubNeeds } from '#github/memory/memory.ts'
import { type Account, avatarOf, type Person, roleIn } from '#github/people/person.ts'
import { listOfRights, type Registration } from '#github/registrations/registration.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { formTargetsFor, withAnswer } from '#oauth/callbacks.ts'
import { personLine } from '#oauth/consent.ts'
import { type Markup, problem, rows } from '#runtime/page.ts'

/** The pages on which an app is installed: one to choose an account, one to choose its repositories. */
export function installRoutes(needs: GithubNeeds): Hono {
  const { people, repositories } = needs.memory
  const show = (c: Context, title: string, body: Markup, status: StatusCode = 200) =>
    needs.showPage(c, {
      title,
      status,
      body: html`<div class="narrow"><h1>${title}</h1>${body}</div>`,
      formTargets: formTargetsFor(needs.product.url ?? 'http://127.0.0.1'),
    })
  const notHere = (c: Context) =>
    show(c, 'Not here', html`There is no such app, or it cannot be installed there.`, 404)
  const ownedBy = ({ id }: Account) => repositories.all().filter(({ ownerId }) => ownerId === id)

  const chooseAccount = (c: Context) => {
    const registration = findApp(needs, c.req.param('slug') ?? '')
    if (!registration) return notHere(c)
    const latest = people.latest()
    const everybody = latest ? [...new Set([latest, ...people.all()])] : people.all()
    const target = c.req.query('target_id')
    const lines = everybody.flatMap((person) =>
      accountsOf(needs, person)
        .filter(({ id }) => !target || String(id) === target)
        .map((account) => accountLine(registration, person, account, c.req.query('state'))),
    )
    return show(c, `Install ${registration.name}`, rows(lines))
  }
  const chooseRepositories = (c: Context, request: InstallRequest, mistake?: string) =>
    show(
      c,
      `Install ${request.registration.name}`,
      html`${problem(mistake)}${repositoryForm(request, ownedBy(request.account))}`,
      mistake ? 422 : 200,
    )
  const decide = async (c: Context) => {
    const form = await c.req.parseBody({ all: true })
    const request = readRequest(needs, c, form)
    if (!request) return notHere(c)
    const { registration, state } = request
    if (!request.mayInstall) {
      return c.redirect(returnAddress(needs, registration, { setup_action: 'request', state }))
    }
    const selection = readSelection(form, ownedBy(request.account))
    if (selection !== 'all' && selection.length === 0) {
      return chooseRepositories(c, request, 'Choose at least one repository.')
    }
    const { installation, action } = await install(needs, { ...request, selection })
    const id = String(installation.id)
    const answer = { installation_id: id, setup_action: action, state }
    return c.redirect(returnAddress(needs, registration, answer))
  }

  return new Hono()
    .get('/apps/:slug/installations/new', chooseAccount)
    .get('/apps/:slug/installations/new/permissions', (c) => {
      // Here nobody is signed in: who comes for one account still has to say who they are.
      if (c.req.query('target_id') && !c.req.query('person')) return chooseAccount(c)
      const request = readRequest(needs, c, c.req.query())
      return request ? chooseRepositories(c, request) : notHere(c)
    })
    .post('/apps/:slug/installations/new', decide)
}

/** A person about to install an app on an account. */
type InstallRequest = {
  registration: Registration
  account: Account
  person: Person
  /** Only an organisation's owners may install; members send a request. */
  mayInstall: boolean
  known: Installation | undefined
  state: string | undefined
}

/** Without `account`, the person's own. */
function readRequest(
  needs: GithubNeeds,
  c: Context,
  input: Readonly<Record<string, unknown>>,
): InstallRequest | undefined {
  const { people, installations } = needs.memory
  const textIn = (name: string) => (typeof input[name] === 'string' ? input[name] : undefined)
  const registration = findApp(needs, c.req.param('slug') ?? '')
  const person = people.byLogin(textIn('person') ?? '')
  const account = person && people.accountOf(textIn('account') || person.login)
  if (!registration || !account) return undefined
  const organisation = people.organisation(account.login)
  const role = organisation ? roleIn(organisation, person.id) : account.id === person.id && 'admin'
  if (!role) return undefined

  return {
    registration,
    account,
    person,
    mayInstall: role === 'admin',
    known: installationOn(installations.state, registration.clientId, account.id),
    state: textIn('state') ?? c.req.query('state'),
  }
}

/** The accounts on which a person could install the app. */
const accountsOf = ({ memory: { people } }: GithubNeeds, person: Person): Account[] => [
  person,
  ...people.organisations().filter((one) => roleIn(one, person.id) !== null),
]

function accountLine({ slug }: Registration, person: Person, account: Account, state?: string) {
  const query = new URLSearchParams({ person: person.login, account: account.login })
  if (state !== undefined) query.set('state', state)

  return personLine({
    picture: avatarOf(account),
    name: account.name ?? account.login,
    detail: account.login,
    note: account === person ? 'own repositories' : `as ${person.name ?? person.login}`,
    href: `/apps/${slug}/installations/new/permissions?${query}`,
  })
}

/** All repositories, or a list of checkboxes that counts only with "Only select repositories". */
function repositoryForm(request: InstallRequest, repositories: readonly Repository[]): Markup {
  const { registration, account, person, mayInstall, known, state } = request
  const chosen = known?.selection ?? 'all'
  const verb = known ? 'Save' : mayInstall ? 'Install' : 'Request'
  const hidden = Object.entries({ person: person.login, account: account.login, state })
  const choice = (type: string, name: string, value: string, isOn: boolean, label: Markup) =>
    html`<label class="row"><input type="${type}" name="${name}" value="${value}"${isOn ? html` checked` : ''}>${label}</label>`

  return html`
    <p class="lead">On <bdi>${account.login}</bdi>, as <bdi>${person.name ?? person.login}</bdi>. It may use: ${listOfRights(registration.permissions)}.</p>
    ${mayInstall ? '' : html`<p class="problem">You are no owner of this organisation: they will be asked.</p>`}
    <form method="post" action="/apps/${registration.slug}/installations/new" class="card form">
      ${hidden.map(([name, value]) => (value === undefined ? '' : html`<input type="hidden" name="${name}" value="${value}">`))}
      <fieldset>
        <legend>Which repositories?</legend>
        ${choice('radio', 'selection', 'all', chosen === 'all', html`All repositories, later ones too`)}
        ${choice('radio', 'selection', 'selected', chosen !== 'all', html`Only select repositories`)}
      </fieldset>
      <fieldset>
        <legend>Repositories</legend>
        ${repositories.map(({ id, name, isPrivate }) => choice('checkbox', 'repositories', name, chosen !== 'all' && chosen.includes(id), html`<bdi>${name}</bdi> <span class="quiet">${isPrivate ? 'private' : 'public'}</span>`))}
      </fieldset>
      <button class="button main">${verb}</button>
    </form>`
}

function readSelection(
  form: Readonly<Record<string, unknown>>,
  repositories: readonly Repository[],
): Installation['selection'] {
  if ((form.selection ?? 'all') === 'all') return 'all'
  const names = [form.repositories].flat().map((one) => String(one).toLowerCase())

  return repositories.filter(({ name }) => names.includes(name.toLowerCase())).map(({ id }) => id)
}

/** Where a person goes after an installation, as configured in the app's registration. */
function returnAddress(
  { product }: GithubNeeds,
  { setupPath }: Registration,
  answer: { installation_id?: string; setup_action: string; state: string | undefined },
): string {
  if (product.url && setupPath) return withAnswer(product.url + setupPath, answer)

  return answer.installation_id ? `/settings/installations/${answer.installation_id}` : '/'
}
