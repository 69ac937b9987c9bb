import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { mergePullRequest } from '#github/actions/merge-pull-request.ts'
import { type Change, changesBetween, walkTree } from '#github/git/files.ts'
import { historyOf, type NamedCommit, resolve } from '#github/git/history.ts'
import { signatureOf } from '#github/git/initial-commits.ts'
import type { Issue } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { post, rows, who } from '#runtime/kit.ts'
import type { Markup } from '#runtime/page.ts'

const HEADS = 'refs/heads/'
const SHOWN_COMMITS = 100

/** Pages that show what was pushed. Without access checks: only this machine can open them. */
export function repositoryPages(needs: GithubNeeds): Hono {
  const { issues } = needs.memory
  const page =
    (show: (c: Context, known: Known) => Markup | undefined) =>
    (c: Context): Response | Promise<Response> => {
      const known = found(needs, c)
      const body = known && show(c, known)
      if (!known || !body) {
        const missing = html`<h1>Nothing at this address</h1>`
        return needs.showPage(c, { title: 'Not here', status: 404, body: missing })
      }
      const heading = html`<h1><a href="/${known.owner.login}"><bdi>${known.owner.login}</bdi></a> / <a href="${known.at}"><bdi>${known.repository.name}</bdi></a></h1>
        <p class="quiet">${known.repository.isPrivate ? 'private' : 'public'}, number ${known.repository.id}</p>`
      return needs.showPage(c, { title: known.repository.name, body: html`${heading}${body}` })
    }

  const overview = page((c, { at, git, repository }) => {
    const asked = c.req.param('branch') ?? 'HEAD'
    const branch = asked === 'HEAD' ? repository.defaultBranch : asked
    const head = git.refs.get(HEADS + branch)
    const tree = head === undefined ? undefined : git.commit(head)?.tree
    const files = tree === undefined ? [] : [...walkTree(git, tree)]
    const branches = git.refs.all().filter(({ name }) => name.startsWith(HEADS))

    return html`
      <h2>Branches</h2>
      ${rows(branches.map(({ name }) => html`<a href="${at}/tree/${name.slice(HEADS.length)}">${name.slice(HEADS.length)}</a>`))}
      <h2>Commits on ${branch}</h2>
      ${rows((head === undefined ? [] : historyOf(git, head)).slice(0, SHOWN_COMMITS).map(commitRow(at)))}
      <h2>Files</h2>
      ${rows(files.filter(({ mode }) => mode !== '040000').map(({ path }) => html`<code>${path}</code>`))}
      <h2>Issues and pull requests</h2>
      ${rows(issues.of(repository.id).map(issueRow(at)))}`
  })

  return new Hono()
    .get('/:owner/:name', overview)
    .get('/:owner/:name/:view{tree|commits}/:branch{.+}', overview)
    .get(
      '/:owner/:name/compare/:range{.+}',
      page((c, { at, git }) => {
        const [from, to] = (c.req.param('range') ?? '').split('...').map((one) => resolve(git, one))
        const [before, after] = [from && git.commit(from)?.tree, to && git.commit(to)?.tree]
        if (!from || !to || !before || !after) return undefined
        const known = new Set(historyOf(git, from).map(({ sha }) => sha))
        const commits = historyOf(git, to).filter(({ sha }) => !known.has(sha))
        return html`<h2>Comparing changes</h2>
          ${rows(commits.map(commitRow(at)), 'Nothing to compare: both are the same.')}
          ${rows(changesBetween(git, before, after).map(changeRow))}`
      }),
    )
    .get(
      '/:owner/:name/commit/:sha',
      page((c, { at, git }) => {
        const sha = c.req.param('sha') ?? ''
        const commit = git.commit(sha)
        if (!commit) return undefined
        const [parent] = commit.parents
        const before = parent === undefined ? null : (git.commit(parent)?.tree ?? null)
        return html`<h2>Commit</h2>
          ${rows([commitRow(at)({ ...commit, sha })])}
          ${rows(changesBetween(git, before, commit.tree).map(changeRow))}`
      }),
    )
    .get(
      '/:owner/:name/:kind{issues|pull}/:number',
      page((c, { at, repository }) => {
        const number = Number(c.req.param('number'))
        const issue = issues.of(repository.id).find((one) => one.number === number)
        const canMerge = issue?.isPullRequest && issue.state === 'open'
        return (
          issue &&
          html`<h2>Issue</h2>${rows([issueRow(at)(issue)])}
            <pre class="command">${issue.body ?? ''}</pre>
            ${canMerge ? post(`${at}/pull/${number}/merge`, 'Merge pull request') : ''}`
        )
      }),
    )
}

function found({ memory: { people, repositories, gits } }: GithubNeeds, c: Context) {
  const owner = people.accountOf(c.req.param('owner') ?? '')
  const repository = owner && repositories.named(owner.id, c.req.param('name') ?? '')
  if (!repository) return undefined

  const at = `/${owner.login}/${repository.name}`
  return { at, owner, repository, git: gits.of(repository) }
}
type Known = NonNullable<ReturnType<typeof found>>

/** The button on a pull request's page: merges it as the repository's owner. */
export const mergeRoute = (needs: GithubNeeds): Hono =>
  new Hono().post('/:owner/:name/pull/:number/merge', async (c) => {
    const { people, issues, pullRequests } = needs.memory
    const known = found(needs, c)
    const number = Number(c.req.param('number'))
    const issue = known && issues.of(known.repository.id).find((one) => one.number === number)
    const pull = known && pullRequests.find(known.repository.id, number)
    if (!issue || !pull) return c.notFound()
    const person = people.byId(known.repository.ownerId)
    await mergePullRequest(needs, known.git, {
      repository: known.repository,
      pull,
      issue,
      method: 'merge',
      person: person ?? null,
      signature: signatureOf(person, needs.clock.now()),
    })

    return c.redirect(`${known.at}/pull/${number}`, 303)
  })

const commitRow =
  (at: string) =>
  ({ sha, message, author }: NamedCommit): Markup =>
    who(
      html`<a href="${at}/commit/${sha}"><bdi>${message.split('\n')[0]}</bdi></a> <code class="quiet">${sha.slice(0, 7)}</code>`,
      author.name,
    )

const issueRow =
  (at: string) =>
  ({ number, title, state, isPullRequest }: Issue): Markup =>
    who(
      html`<a href="${at}/${isPullRequest ? 'pull' : 'issues'}/${number}"><bdi>${title}</bdi></a>`,
      `#${number}, ${state}`,
    )

const changeRow = ({ path, status }: Change): Markup =>
  html`<code>${path}</code> <span class="quiet">${status}</span>`
