import { html } from 'hono/html'
import type { Installation } from '#github/installations/installations.ts'
import { findApp, type GithubNeeds } from '#github/memory/memory.ts'
import { type Account, avatarOf, type Person, roleIn } from '#github/people/person.ts'
import { listOfRights, type Registration } from '#github/registrations/registration.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { personLine } from '#oauth/consent.ts'
import { InvalidInput } from '#runtime/fields.ts'
import { type Markup, rows } from '#runtime/page.ts'

export const appPage = ({ name, slug, permissions }: Registration): Markup => html`
  <div class="title">
    <h1>${name}</h1>
    <a class="button main" href="/apps/${slug}/installations/new">Install</a>
  </div>
  <p class="lead">A GitHub App. Where it is installed it may use: ${listOfRights(permissions)}.</p>`

type Choice = { person: Person; accounts: Account[] }

/** Step 1: choose the account. */
export const chooseAccountPage = (
  { name, slug }: Registration,
  choices: readonly Choice[],
  state: string | undefined,
): Markup => html`
  <div class="narrow">
    <h1>Install ${name}</h1>
    <p class="lead">Where do you want to install it? Choose who you are, or an organisation of yours.</p>
    ${rows(
      choices.flatMap(({ person, accounts }) =>
        accounts.map((account) =>
          personLine({
            picture: avatarOf(account),
            name: account.name ?? account.login,
            detail: account.login,
            note: account === person ? 'own repositories' : `as ${person.name ?? person.login}`,
            href: permissionsAddress(slug, { account, person, state }),
          }),
        ),
      ),
    )}
  </div>`

type Offer = {
  request: InstallRequest
  repositories: readonly Repository[]
  known: Installation | undefined
}

/** Step 2: choose its repositories. */
export const choosePage = ({ request, repositories, known }: Offer): Markup => {
  const { registration, account, person, mayInstall } = request
  const verb = known ? 'Save' : mayInstall ? 'Install' : 'Request'

  return html`
  <div class="narrow">
    <h1>${known ? 'Configure' : 'Install'} ${registration.name}</h1>
    <p class="lead">On <bdi>${account.login}</bdi>, as <bdi>${person.name ?? person.login}</bdi>. It may use: ${listOfRights(registration.permissions)}.</p>
    ${mayInstall ? '' : html`<p class="problem">You are no owner of this organisation: they will be asked.</p>`}
    <form method="post" action="/apps/${registration.slug}/installations/new" class="card form">
      <input type="hidden" name="person" value="${person.login}">
      <input type="hidden" name="account" value="${account.login}">
      ${request.state === undefined ? '' : html`<input type="hidden" name="state" value="${request.state}">`}
      ${repositoryChoice(repositories, known?.selection ?? 'all')}
      <div class="actions">
        <button class="button main" name="decision" value="install">${verb}</button>
        <button class="button" name="decision" value="cancel">Cancel</button>
      </div>
    </form>
  </div>`
}

function permissionsAddress(
  slug: string,
  { account, person, state }: { account: Account; person: Person; state: string | undefined },
): string {
  const query = new URLSearchParams({ person: person.login, account: account.login })
  if (state !== undefined) query.set('state', state)

  return `/apps/${slug}/installations/new/permissions?${query}`
}

type Selection = Installation['selection']

/** All repositories, or a list of checkboxes that counts only with "Only select repositories". */
const repositoryChoice = (repositories: readonly Repository[], chosen: Selection): Markup => html`
  <fieldset class="list">
    <legend>Which repositories?</legend>
    <label class="row">
      <input type="radio" name="selection" value="all"${chosen === 'all' ? html` checked` : ''}>
      <span class="who">All repositories <span class="note quiet">Those that come later, too.</span></span>
    </label>
    <label class="row">
      <input type="radio" name="selection" value="selected"${chosen === 'all' ? '' : html` checked`}>
      <span class="who">Only select repositories <span class="note quiet">Those ticked below.</span></span>
    </label>
  </fieldset>
  <fieldset class="list">
    <legend>Repositories</legend>
    ${repositories.map(
      ({ id, name, isPrivate }) => html`<label class="row">
        <input type="checkbox" name="repositories" value="${name}"${chosen !== 'all' && chosen.includes(id) ? html` checked` : ''}>
        <span class="who"><bdi>${name}</bdi> <span class="note quiet">${isPrivate ? 'private' : 'public'}</span></span>
      </label>`,
    )}
  </fieldset>`

/** Throws `InvalidInput` when "selected" comes without a repository. */
export function readSelection(
  form: Readonly<Record<string, unknown>>,
  repositories: readonly Repository[],
): Selection {
  if ((form.selection ?? 'all') === 'all') return 'all'
  const names = [form.repositories].flat().map((one) => String(one).toLowerCase())
  const ids = repositories.filter(({ name }) => names.includes(name.toLowerCase()))
  if (ids.length === 0) throw new InvalidInput('Choose at least one repository.')

  return ids.map(({ id }) => id)
}

/** A person about to install an app on an account. */
export type InstallRequest = {
  registration: Registration
  account: Account
  person: Person
  /** Only an organisation's owners may install; members send a request. */
  mayInstall: boolean
  state: string | undefined
}

type Parameters = Readonly<Record<string, string | undefined>>

/** Without `account`, the person's own. */
export function readInstallRequest(
  needs: GithubNeeds,
  slug: string,
  asked: Parameters,
): InstallRequest | undefined {
  const { people } = needs.memory
  const registration = findApp(needs, slug)
  const person = people.byLogin(asked.person ?? '')
  const account = person && people.accountOf(asked.account || person.login)
  if (!registration || !account) return undefined
  if (account.id === person.id) {
    return { registration, account, person, mayInstall: true, state: asked.state }
  }

  const organisation = people.organisation(account.login)
  const role = organisation && roleIn(organisation, person.id)
  return role
    ? { registration, account, person, mayInstall: role === 'admin', state: asked.state }
    : undefined
}

/** The accounts on which a person could install the app. */
export const accountsOf = ({ memory: { people } }: GithubNeeds, person: Person): Account[] => [
  person,
  ...people.organisations().filter((one) => roleIn(one, person.id) !== null),
]
