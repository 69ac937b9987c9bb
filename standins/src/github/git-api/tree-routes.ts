import { Hono } from 'hono'
import { openRepository } from '#github/access/open-repository.ts'
import { READ_CODE, WRITE_CODE } from '#github/access/repository-rights.ts'
import { mustAllowWorkflows } from '#github/access/workflows.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { emptyRepository, notFound } from '#github/api/errors.ts'
import { readBody } from '#github/api/read-body.ts'
import { editTree, type PathEntry, walkTree } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import { resolve } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { repositoryUrls } from '#github/shapes/addresses.ts'
import { treeShape } from '#github/shapes/git-shapes.ts'
import { readTreeEdits } from './read-tree-edits.ts'

const MOST_ENTRIES = 100_000

export const treeRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .post('/repos/:owner/:name/git/trees', async (c) => {
      const opened = openRepository(needs, c, WRITE_CODE)
      const { git } = opened
      const body = await readBody(c)
      if (git.refs.all().length === 0) throw emptyRepository()
      const { baseTree, edits } = readTreeEdits(git, body)
      mustAllowWorkflows(
        opened,
        edits.map(({ path }) => path),
      )
      const sha = editTree(git, baseTree, edits)
      const entries = topEntries(git, sha)
      return c.json(
        treeShape(repositoryUrls(needs, opened), git, { sha, entries, isTruncated: false }),
        201,
      )
    })
    .get('/repos/:owner/:name/git/trees/:sha{.+}', (c) => {
      const opened = openRepository(needs, c, READ_CODE)
      const { git } = opened
      if (git.refs.all().length === 0) throw emptyRepository()
      const sha = treeNamed(git, c.req.param('sha'))
      if (!sha) throw notFound()
      const all = c.req.query('recursive') ? walkTree(git, sha) : topEntries(git, sha)
      const entries = all.slice(0, MOST_ENTRIES)
      const isTruncated = entries.length < all.length
      return c.json(treeShape(repositoryUrls(needs, opened), git, { sha, entries, isTruncated }))
    })

const topEntries = (git: Git, sha: string): PathEntry[] =>
  (git.tree(sha) ?? []).map((one) => ({ ...one, path: one.name }))

/** A tree by its SHA, or by a commit or branch. */
function treeNamed(git: Git, name: string): string | undefined {
  if (git.tree(name)) return name
  const commit = resolve(git, name)

  return commit === undefined ? undefined : git.commit(commit)?.tree
}
