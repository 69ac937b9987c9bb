import { type Context, Hono } from 'hono'
import { openRepository } from '#github/access/open-repository.ts'
import { READ_CODE } from '#github/access/repository-rights.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { emptyRepository, notFound, Refusal } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import { entryAt } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import { historyOf, type NamedCommit, resolve } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { repositoryUrls } from '#github/shapes/addresses.ts'
import { renderCommit } from '#github/shapes/commit-shapes.ts'
import { filesOf } from './commit-files.ts'

export const commitRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .get('/repos/:owner/:name/commits', (c) => {
      const opened = openRepository(needs, c, READ_CODE)
      const { git, repository } = opened
      if (git.refs.all().length === 0) throw emptyRepository()
      const head = resolve(git, c.req.query('sha') ?? repository.defaultBranch)
      if (head === undefined) throw notFound()
      const chosen = historyOf(git, head).filter(chosenBy(needs, c, git))
      return c.json(pageOf(c, chosen).map((one) => renderCommit(needs, opened, one)))
    })
    .get('/repos/:owner/:name/commits/:ref{.+}', (c) => {
      const opened = openRepository(needs, c, READ_CODE)
      const { git } = opened
      if (git.refs.all().length === 0) throw emptyRepository()
      const ref = c.req.param('ref')
      const sha = resolve(git, ref)
      const commit = sha === undefined ? undefined : git.commit(sha)
      if (sha === undefined || !commit) throw new Refusal(422, `No commit found for SHA: ${ref}`)
      const rendered = renderCommit(needs, opened, { ...commit, sha })
      return c.json({
        ...rendered,
        ...filesOf(git, repositoryUrls(needs, opened), { ...commit, sha }),
      })
    })

/** `author`, `since`, `until` and `path`. */
function chosenBy(
  needs: GithubNeeds,
  c: Context<ApiEnv>,
  git: Git,
): (commit: NamedCommit) => boolean {
  const { author, since, until, path } = c.req.query()
  const from = since === undefined ? -Infinity : Date.parse(since)
  const to = until === undefined ? Infinity : Date.parse(until)
  const shaAt = (tree: string | undefined) => tree && entryAt(git, tree, path ?? '')?.sha

  return ({ author: by, committer, parents, tree }) => {
    const isTheirs =
      author === undefined ||
      by.email === author ||
      needs.memory.people.byEmail(by.email)?.login === author
    const at = committer.at * 1000
    const [parent] = parents
    const before = parent === undefined ? undefined : git.commit(parent)?.tree
    const touches = path === undefined || shaAt(tree) !== shaAt(before)

    return isTheirs && at >= from && at <= to && touches
  }
}
