import { Hono } from 'hono'
import { openRepository } from '#github/access/open-repository.ts'
import { READ_CODE, WRITE_CODE } from '#github/access/repository-rights.ts'
import { mustAllowWorkflows } from '#github/access/workflows.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { emptyRepository, notFound, Refusal } from '#github/api/errors.ts'
import { readBody } from '#github/api/read-body.ts'
import { editTree, type PathEntry, walkTree } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import { resolve } from '#github/git/history.ts'
import { isOver, type Limits } from '#github/memory/limits.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { repositoryUrls } from '#github/shapes/addresses.ts'
import { treeShape } from '#github/shapes/git-shapes.ts'
import { readTreeEdits } from './read-tree-edits.ts'

/** Roughly what an entry takes besides its path. */
const ENTRY_BYTES = 220

export const treeRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .post('/repos/:owner/:name/git/trees', async (c) => {
      const opened = openRepository(needs, c, WRITE_CODE)
      const { git } = opened
      const body = await readBody(c)
      if (git.refs.all().length === 0) throw emptyRepository()
      mustBeInTime(needs.memory.limits.state, body.tree)
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
      // Only a recursive list has a limit: level by level everything can be read.
      const isRecursive = c.req.query('recursive') !== undefined
      const listed = isRecursive
        ? shownEntries(needs.memory.limits.state, walkTree(git, sha))
        : { entries: topEntries(git, sha), isTruncated: false }
      return c.json(treeShape(repositoryUrls(needs, opened), git, { sha, ...listed }))
    })

/** GitHub takes ten seconds for a call; much inline content takes longer. */
function mustBeInTime({ inlineFiles, inlineBytes, treeFailure }: Limits, tree: unknown): void {
  const inline = (Array.isArray(tree) ? tree : []).flatMap(({ content }) =>
    typeof content === 'string' ? [content] : [],
  )
  const bytes = inline.reduce((sum, content) => sum + Buffer.byteLength(content), 0)
  if (!isOver(inline.length, inlineFiles) && !isOver(bytes, inlineBytes)) return
  throw treeFailure === 422 ? timedOut() : new Refusal(502, 'Server Error')
}

const timedOut = () =>
  new Refusal(
    422,
    "Sorry, your request timed out.  It's likely that your input was too large to process.  Consider building the tree incrementally, or building the commits you need in a local clone of the repository and then pushing them to GitHub.",
  )

/** The entries that fit into a list. */
function shownEntries({ listedEntries, listedBytes }: Limits, all: Iterable<PathEntry>) {
  const entries: PathEntry[] = []
  let bytes = 0
  for (const entry of all) {
    bytes += Buffer.byteLength(entry.path) + ENTRY_BYTES
    if (isOver(entries.length + 1, listedEntries) || isOver(bytes, listedBytes)) {
      return { entries, isTruncated: true }
    }
    entries.push(entry)
  }

  return { entries, isTruncated: false }
}

const topEntries = (git: Git, sha: string): PathEntry[] =>
  (git.tree(sha) ?? []).map((one) => ({ ...one, path: one.name }))

/** A tree by its SHA, or by a commit or branch. */
function treeNamed(git: Git, name: string): string | undefined {
  if (git.tree(name)) return name
  const commit = resolve(git, name)

  return commit === undefined ? undefined : git.commit(commit)?.tree
}
