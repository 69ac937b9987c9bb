import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { walkTree } from '#github/git/files.ts'
import { historyOf, resolve } from '#github/git/history.ts'
import { findInstallation } from '#github/installations/installations.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import { type Account, avatarOf } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { answerAvatar } from '#oauth/avatar-image.ts'
import { personLine } from '#oauth/consent.ts'
import { type Markup, rows, who } from '#runtime/page.ts'

/** Accounts, and what was pushed to their repositories. Without access checks: only this machine can open pages. */
export function browsePages(needs: GithubNeeds): Hono {
  const { people, installations, repositories } = needs.memory
  const show = (c: Context, title: string, body: Markup | undefined) =>
    body
      ? needs.showPage(c, { title, body })
      : needs.showPage(c, { title, status: 404, body: html`<h1>Nothing at this address</h1>` })
  const showRepository = (c: Context) => {
    const { owner: login = '', name = '', branch } = c.req.param() as Record<string, string>
    const owner = people.accountOf(login)
    const repository = owner && repositories.named(owner.id, name)
    return show(c, name, repository && repositoryPage(needs, owner, repository, branch))
  }

  return new Hono()
    .get('/avatars/u/:id{\\d+}', (c) => answerAvatar(c, `github ${c.req.param('id')}`))
    .get('/settings/installations/:id', (c) => {
      const found = findInstallation(installations.state, Number(c.req.param('id')))
      const account = found && people.account(found.accountId)
      return c.redirect(account ? `/${account.login}` : '/', 302)
    })
    .get('/:login', (c) => {
      const account = people.accountOf(c.req.param('login'))
      return show(c, c.req.param('login'), account && accountPage(needs, account))
    })
    .get('/:owner/:name/:view{tree|commits|commit}/:branch{.+}', showRepository)
    .get('/:owner/:name', showRepository)
    .get('/:owner/:name/*', showRepository)
}

export const accountLine = (account: Account): Markup =>
  personLine({
    picture: avatarOf(account),
    name: account.name ?? account.login,
    detail: account.login,
    note: `number ${account.id}`,
    href: `/${account.login}`,
  })

const visibilityOf = ({ isPrivate }: Repository) => (isPrivate ? 'private' : 'public')

function accountPage(needs: GithubNeeds, account: Account): Markup {
  const { repositories, installations, people } = needs.memory
  const owned = repositories.all().filter(({ ownerId }) => ownerId === account.id)
  const installed = installations.state.installations.filter(
    ({ accountId }) => accountId === account.id,
  )

  return html`
  ${accountLine(account)}
  <h2>Repositories</h2>
  ${rows(
    owned
      .toSorted((a, b) => b.pushedAt - a.pushedAt)
      .map((one) =>
        who(
          html`<a href="/${account.login}/${one.name}"><bdi>${one.name}</bdi></a>`,
          `${visibilityOf(one)}, ${one.description ?? 'no description'}`,
        ),
      ),
  )}
  <h2>Installed apps</h2>
  ${rows(
    installed.map(({ clientId, selection, suspended, installedBy }) => {
      const registration = findRegistration(needs, clientId)
      const person = people.byId(installedBy)?.login ?? ''
      const query = new URLSearchParams({ person, account: account.login })
      const chosen = selection === 'all' ? 'all repositories' : `${selection.length} repositories`
      return html`${who(registration?.name ?? clientId, suspended ? 'suspended' : chosen)}
        <a class="button" href="/apps/${registration?.slug}/installations/new/permissions?${query}">Choose repositories</a>`
    }),
  )}`
}

const HEADS = 'refs/heads/'
const SHOWN_COMMITS = 100

function repositoryPage(
  { memory: { gits, issues } }: GithubNeeds,
  owner: Account,
  repository: Repository,
  branch = repository.defaultBranch,
): Markup {
  const at = `/${owner.login}/${repository.name}`
  const git = gits.of(repository)
  const head = resolve(git, branch === 'HEAD' ? repository.defaultBranch : branch)
  const tree = head === undefined ? undefined : git.commit(head)?.tree
  const commits = head === undefined ? [] : historyOf(git, head).slice(0, SHOWN_COMMITS)
  const files = tree === undefined ? [] : [...walkTree(git, tree)]
  const branches = git.refs.all().filter(({ name }) => name.startsWith(HEADS))

  return html`
    <h1><a href="/${owner.login}"><bdi>${owner.login}</bdi></a> / <a href="${at}"><bdi>${repository.name}</bdi></a></h1>
    <p class="quiet">${visibilityOf(repository)}, number ${repository.id}</p>
    <h2>Branches</h2>
    ${rows(branches.map(({ name }) => html`<a href="${at}/tree/${name.slice(HEADS.length)}">${name.slice(HEADS.length)}</a>`))}
    <h2>Commits on ${branch}</h2>
    ${rows(commits.map(({ sha, message, author }) => who(html`<a href="${at}/commit/${sha}"><bdi>${message.split('\n')[0]}</bdi></a> <code>${sha.slice(0, 7)}</code>`, author.name)))}
    <h2>Files</h2>
    ${rows(files.filter(({ mode }) => mode !== '040000').map(({ path }) => html`<code>${path}</code>`))}
    <h2>Issues and pull requests</h2>
    ${rows(issues.of(repository.id).map(({ number, title, state }) => who(html`<bdi>${title}</bdi>`, `#${number}, ${state}`)))}`
}
