import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { findInstallation } from '#github/installations/installations.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import { type Account, avatarOf } from '#github/people/person.ts'
import { answerAvatar } from '#oauth/avatar-image.ts'
import { personLine } from '#oauth/consent.ts'
import { type Markup, rows, who } from '#runtime/page.ts'

const SHOWN = 200

/** People and organisations: what they own, and where apps are installed. Without access checks: only this machine can open pages. */
export function accountPages(needs: GithubNeeds): Hono {
  const { people, installations } = needs.memory
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
    .get('/', (c) => {
      const everybody = [...people.all(), ...people.organisations()]
      const body = html`<h1>People</h1>${rows(everybody.map(line))}`
      return needs.showPage(c, { title: 'People', body })
    })
    .get('/avatars/u/:id{\\d+}', (c) => answerAvatar(c, `github ${c.req.param('id')}`))
    .get('/settings/installations/:id', (c) => {
      const found = findInstallation(installations.state, Number(c.req.param('id')))
      const account = found && people.account(found.accountId)
      return c.redirect(account ? `/${account.login}` : '/', 302)
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
  const { repositories, installations, people } = needs.memory
  const owned = repositories
    .all()
    .filter(({ ownerId }) => ownerId === account.id)
    .toSorted((a, b) => b.pushedAt - a.pushedAt)
  const installed = installations.state.installations.filter(
    ({ accountId }) => accountId === account.id,
  )
  const nameOf = (clientId: string) => findRegistration(needs, clientId)?.name ?? clientId

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
    installed.map(({ clientId, selection, suspended, installedBy }) => {
      const person = people.byId(installedBy)?.login ?? ''
      const choose = new URLSearchParams({ person, account: account.login })
      const slug = findRegistration(needs, clientId)?.slug
      const chosen = selection === 'all' ? 'all repositories' : `${selection.length} repositories`
      return html`${who(nameOf(clientId), suspended ? 'suspended' : chosen)}
        <a class="button" href="/apps/${slug}/installations/new/permissions?${choose}">Choose repositories</a>`
    }),
  )}`
}
