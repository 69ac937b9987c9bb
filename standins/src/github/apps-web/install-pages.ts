import { html } from 'hono/html'
import type { Installation } from '#github/installations/installation.ts'
import { type Account, avatarOf } from '#github/people/organisation.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { personLine } from '#oauth/person-line.ts'
import type { Markup } from '#runtime/page.ts'
import type { InstallRequest } from './install-request.ts'
import { repositoryChoice } from './repository-choice.ts'

export const appPage = ({ name, slug, permissions }: Registration): Markup => html`
  <div class="title">
    <h1>${name}</h1>
    <a class="button main" href="/apps/${slug}/installations/new">Install</a>
  </div>
  <p class="lead">A GitHub App. Where it is installed it may use: ${rights(permissions)}.</p>`

type Choice = { person: Person; accounts: Account[] }

/** Step 1: choose the account. */
export const chooseAccountPage = (
  { name, slug }: Registration,
  choices: readonly Choice[],
  state: string | undefined,
): Markup => html`
  <div class="sign-in">
    <h1>Install ${name}</h1>
    <p class="lead">Where do you want to install it? Choose who you are, or an organisation of yours.</p>
    <ul class="card people">
      ${choices.flatMap(({ person, accounts }) =>
        accounts.map(
          (account) =>
            html`<li class="person">${personLine({
              picture: avatarOf(account),
              name: account.name ?? account.login,
              detail: account.login,
              note: account === person ? 'own repositories' : `as ${person.name ?? person.login}`,
              href: permissionsAddress(slug, { account, person, state }),
            })}</li>`,
        ),
      )}
    </ul>
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
  <div class="sign-in">
    <h1>${known ? 'Configure' : 'Install'} ${registration.name}</h1>
    <p class="lead">On <bdi>${account.login}</bdi>, as <bdi>${person.name ?? person.login}</bdi>. It may use: ${rights(registration.permissions)}.</p>
    ${mayInstall ? '' : html`<p class="problem">You are no owner of this organisation: they will be asked.</p>`}
    <form method="post" action="/apps/${registration.slug}/installations/new" class="card new-person">
      <input type="hidden" name="person" value="${person.login}">
      <input type="hidden" name="account" value="${account.login}">
      ${request.state === undefined ? '' : html`<input type="hidden" name="state" value="${request.state}">`}
      ${repositoryChoice(repositories, known?.selection ?? 'all')}
      <div class="decision">
        <button class="button main" name="decision" value="install">${verb}</button>
        <button class="button" name="decision" value="cancel">Cancel</button>
      </div>
    </form>
  </div>`
}

const rights = (permissions: Registration['permissions']) =>
  Object.entries(permissions).map(
    ([name, access], i) => html`${i > 0 ? ', ' : ''}<code>${name} (${access})</code>`,
  )

function permissionsAddress(
  slug: string,
  { account, person, state }: { account: Account; person: Person; state: string | undefined },
): string {
  const query = new URLSearchParams({ person: person.login, account: account.login })
  if (state !== undefined) query.set('state', state)

  return `/apps/${slug}/installations/new/permissions?${query}`
}
