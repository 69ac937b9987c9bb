import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { walkTree } from '#github/git/files.ts'
import { historyOf, type NamedCommit, resolve } from '#github/git/history.ts'
import type { Issue } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { type Markup, rows, who } from '#runtime/page.ts'

const HEADS = 'refs/heads/'
const SHOWN_COMMITS = 100

/** A page that shows what was pushed. Without access checks: only this machine can open it. */
export function repositoryPages(needs: GithubNeeds): Hono {
  const { issues } = needs.memory
  const show = (c: Context) => {
    const known = found(needs, c)
    if (!known) {
      const body = html`<h1>Nothing at this address</h1>`
      return needs.showPage(c, { title: 'Not here', status: 404, body })
    }
    const { at, git, owner, repository } = known
    const branches = git.refs.all().filter(({ name }) => name.startsWith(HEADS))
    const asked = c.req.param('branch') ?? repository.defaultBranch
    const head = resolve(git, asked === 'HEAD' ? repository.defaultBranch : asked)
    const tree = head === undefined ? undefined : git.commit(head)?.tree
    const files = tree === undefined ? [] : [...walkTree(git, tree)]
    const body = html`
      <h1><a href="/${owner.login}"><bdi>${owner.login}</bdi></a> / <a href="${at}"><bdi>${repository.name}</bdi></a></h1>
      <p class="quiet">${repository.isPrivate ? 'private' : 'public'}, number ${repository.id}</p>
      <h2>Branches</h2>
      ${rows(branches.map(({ name }) => html`<a href="${at}/tree/${name.slice(HEADS.length)}">${name.slice(HEADS.length)}</a>`))}
      <h2>Commits on ${asked}</h2>
      ${rows((head === undefined ? [] : historyOf(git, head)).slice(0, SHOWN_COMMITS).map(commitRow(at)))}
      <h2>Files</h2>
      ${rows(files.filter(({ mode }) => mode !== '040000').map(({ path }) => html`<code>${path}</code>`))}
      <h2>Issues and pull requests</h2>
      ${rows(issues.of(repository.id).map(issueRow))}`
    return needs.showPage(c, { title: repository.name, body })
  }

  return new Hono()
    .get('/:owner/:name/:view{tree|commits|commit}/:branch{.+}', show)
    .get('/:owner/:name', show)
    .get('/:owner/:name/*', show)
}

function found({ memory: { people, repositories, gits } }: GithubNeeds, c: Context) {
  const owner = people.accountOf(c.req.param('owner') ?? '')
  const repository = owner && repositories.named(owner.id, c.req.param('name') ?? '')
  if (!repository) return undefined

  const at = `/${owner.login}/${repository.name}`
  return { at, owner, repository, git: gits.of(repository) }
}

const commitRow =
  (at: string) =>
  ({ sha, message, author }: NamedCommit): Markup =>
    who(
      html`<a href="${at}/commit/${sha}"><bdi>${message.split('\n')[0]}</bdi></a> <code class="quiet">${sha.slice(0, 7)}</code>`,
      author.name,
    )

const issueRow = ({ number, title, state }: Issue): Markup =>
  who(html`<bdi>${title}</bdi>`, `#${number}, ${state}`)
