import { Hono } from 'hono'
import { isSha } from '#formats/object.ts'
import { isDotGit, MODES, type Mode, typeOfMode } from '#formats/tree.ts'
import {
  mustAllowWorkflows,
  openGitData,
  READ_CODE,
  WRITE_CODE,
} from '#github/access/open-repository.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { notFound, Refusal } from '#github/api/errors.ts'
import { readBody } from '#github/api/read-body.ts'
import { type Edit, editTree, entryAt, type PathEntry, walkTree } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import { resolve } from '#github/git/history.ts'
import { isOver, type Limits } from '#github/memory/limits.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { repositoryUrls } from '#github/shapes/account-shapes.ts'
import { treeShape } from '#github/shapes/git-shapes.ts'

/** Roughly what an entry takes besides its path. */
const ENTRY_BYTES = 220

export const treeRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .post('/repos/:owner/:name/git/trees', async (c) => {
      const opened = openGitData(needs, c, WRITE_CODE)
      const { git } = opened
      const body = await readBody(c)
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
      const opened = openGitData(needs, c, READ_CODE)
      const { git } = opened
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

type Body = Readonly<Record<string, unknown>>

const EITHER =
  'Must supply either tree.sha or tree.content. Request will be rejected if both are present.'
const NO_COMMIT = '0'.repeat(40)

/** The edits of a new tree; refuses what git could not store, with GitHub's messages. */
function readTreeEdits(git: Git, { tree, base_tree: base }: Body) {
  const baseTree = typeof base === 'string' ? treeOf(git, base) : null
  if (!Array.isArray(tree) || tree.length === 0) throw new Refusal(422, 'Invalid tree info')
  const paths = tree.map((one: Body | null) => one?.path)
  if (new Set(paths).size < paths.length) {
    throw new Refusal(422, 'tree contains duplicate file entries')
  }

  return { baseTree, edits: tree.map((one) => readEdit(git, baseTree, one)) }
}

/** Accepts a commit's SHA as well. */
function treeOf(git: Git, sha: string): string {
  if (git.tree(sha)) return sha
  const tree = git.commit(sha)?.tree
  if (tree === undefined) throw new Refusal(422, 'base_tree is not a valid tree oid')

  return tree
}

function readEdit(git: Git, baseTree: string | null, input: unknown): Edit {
  const { path, mode: named, type, sha, content } = (input ?? {}) as Body
  mustBePath(path)
  const mode = MODES.find((one) => one === named)
  if (!mode) throw new Refusal(422, 'Must supply a valid tree.mode')
  if (type !== undefined && type !== typeOfMode(mode)) {
    throw new Refusal(422, `tree.type ${String(type)} does not fit tree.mode ${mode}`)
  }
  const hasContent = content !== undefined && content !== null
  if ((sha !== undefined) === hasContent) throw new Refusal(422, EITHER)
  if (sha === null) {
    if (baseTree === null || !entryAt(git, baseTree, path)) throw badObjectState()
    return { path, put: null }
  }
  if (!hasContent) return { path, put: { mode, sha: existing(git, mode, sha) } }

  if (mode === '040000') throw new Refusal(422, 'A subdirectory may not have content')
  if (mode === '160000') throw badObjectState()
  return { path, put: { mode, sha: git.writeBlob(Buffer.from(String(content))) } }
}

const badObjectState = () => new Refusal(422, 'GitRPC::BadObjectState')

function existing(git: Git, mode: Mode, sha: unknown): string {
  const type = typeOfMode(mode)
  const isThere =
    typeof sha === 'string' &&
    (type === 'commit' ? isSha(sha) : git.objects.read(sha)?.type === type)
  // A submodule's commit lies in another repository, so any name is taken but this one.
  if (sha === NO_COMMIT) throw badObjectState()
  if (!isThere) throw new Refusal(422, `tree.sha ${String(sha)} is not a valid ${type}`)

  return sha
}

const MAX_PATH_BYTES = 4096

/** No path that leaves the tree or enters `.git`, however it is spelled. */
export function mustBePath(path: unknown, field = 'tree.path'): asserts path is string {
  const isNamed = (name: string) => name !== '' && name !== '.' && name !== '..' && !isDotGit(name)
  if (typeof path === 'string' && path.startsWith('/')) {
    throw new Refusal(422, `${field} cannot start with a slash`)
  }
  if (
    typeof path !== 'string' ||
    !path.split('/').every(isNamed) ||
    [...path].some((one) => one < ' ' || one === '\x7f')
  ) {
    throw new Refusal(422, `${field} contains a malformed path component`)
  }
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw new Refusal(422, `${field} is too long`)
}
