import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { suspend, uninstall, unsuspend } from '#github/actions/install.ts'
import { revokeGrant } from '#github/grants/grants.ts'
import { findInstallation } from '#github/installations/installations.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import { type Account, avatarOf } from '#github/people/person.ts'
import { announceRevocation } from '#github/webhooks/events.ts'
import { avatarImage } from '#oauth/avatar-image.ts'
import { personLine } from '#oauth/consent.ts'
import { InvalidInput } from '#runtime/fields.ts'
import { type Markup, post, rows, who } from '#runtime/page.ts'

const SHOWN = 200
const VERBS = { uninstall, suspend, unsuspend }

/** People and organisations: what they own, installed and authorized. Without access checks: only this machine can open pages. */
export function accountPages(needs: GithubNeeds): Hono {
  const { people, grants, installations } = needs.memory
  const showAccount = (c: Context) => {
    const account = people.accountOf(c.req.param('login') ?? '')
    const body = account ? accountPage(needs, account) : html`<h1>Nobody of that name</h1>`
    return needs.showPage(c, {
      title: account?.login ?? 'Not here',
      status: account ? 200 : 404,
      body,
    })
  }

  return new Hono()
    .get('/', (c) =>
      needs.showPage(c, {
        title: 'People',
        body: html`<h1>People</h1>${rows([...people.all(), ...people.organisations()].map(line))}`,
      }),
    )
    .get('/avatars/u/:id{\\d+}', (c) =>
      c.body(avatarImage(`github ${c.req.param('id')}`), 200, {
        'content-type': 'image/png',
        'cache-control': 'max-age=300',
        'x-content-type-options': 'nosniff',
      }),
    )
    .get('/settings/installations/:id', (c) => {
      const found = findInstallation(installations.state, Number(c.req.param('id')))
      const account = found && people.account(found.accountId)
      return c.redirect(account ? `/${account.login}` : '/', 302)
    })
    .post('/settings/installations/:id/:verb{uninstall|suspend|unsuspend}', async (c) => {
      const found = findInstallation(installations.state, Number(c.req.param('id')))
      if (!found) throw new InvalidInput('No such installation.')
      await VERBS[c.req.param('verb') as keyof typeof VERBS](needs, found, undefined)
      return c.redirect(`/${people.account(found.accountId)?.login}`, 303)
    })
    .post('/settings/applications/revoke/:login/:clientId', async (c) => {
      const { login, clientId } = c.req.param()
      const person = people.byLogin(login)
      if (!person) throw new InvalidInput('Nobody of that name.')
      await grants.change((state) => revokeGrant(state, { personId: person.id, clientId }))
      announceRevocation(needs, clientId, person)
      return c.redirect(`/${person.login}`, 303)
    })
    .get('/:login', showAccount)
}

const line = (account: Account): Markup =>
  personLine({
    picture: avatarOf(account),
    name: account.name ?? account.login,
    detail: account.login,
    note: `number ${account.id}`,
    href: `/${account.login}`,
  })

function accountPage(needs: GithubNeeds, account: Account): Markup {
  const { repositories, installations, grants } = needs.memory
  const owned = repositories
    .all()
    .filter(({ ownerId }) => ownerId === account.id)
    .toSorted((a, b) => b.pushedAt - a.pushedAt)
  const nameOf = (clientId: string) => findRegistration(needs, clientId)?.name ?? clientId
  const installed = installations.state.installations.filter(
    ({ accountId }) => accountId === account.id,
  )
  const authorized = grants.state.grants.filter(({ personId }) => personId === account.id)

  return html`
  ${line(account)}
  <h2>Repositories</h2>
  ${rows(
    owned
      .slice(0, SHOWN)
      .map(({ name, isPrivate, description }) =>
        who(
          html`<a href="/${account.login}/${name}"><bdi>${name}</bdi></a>`,
          `${isPrivate ? 'private' : 'public'}, ${description ?? 'no description'}`,
        ),
      ),
  )}
  <h2>Installed apps</h2>
  ${rows(
    installed.map(({ id, clientId, selection, suspended, installedBy }) => {
      const at = `/settings/installations/${id}`
      const choose = new URLSearchParams({
        person: needs.memory.people.byId(installedBy)?.login ?? '',
        account: account.login,
      })
      const slug = findRegistration(needs, clientId)?.slug
      return html`${who(nameOf(clientId), selection === 'all' ? 'all repositories' : `${selection.length} repositories`)}
        <a class="button" href="/apps/${slug}/installations/new/permissions?${choose}">Choose repositories</a>
        ${post(`${at}/${suspended ? 'unsuspend' : 'suspend'}`, suspended ? 'Unsuspend' : 'Suspend', 'danger')}
        ${post(`${at}/uninstall`, 'Uninstall', 'danger')}`
    }),
  )}
  <h2>Authorized applications</h2>
  ${rows(
    authorized.map(
      ({ clientId }) =>
        html`${who(nameOf(clientId))} ${post(`/settings/applications/revoke/${account.login}/${clientId}`, 'Revoke', 'danger')}`,
    ),
  )}`
}
