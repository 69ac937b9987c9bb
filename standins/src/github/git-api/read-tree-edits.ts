import { Refusal, validationFailed } from '#github/api/errors.ts'
import { type Edit, entryAt } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import { MODES, type Mode, typeOfMode } from '#github/git/tree.ts'

type Body = Readonly<Record<string, unknown>>

const invalid = (field: string, message: string) =>
  validationFailed({ resource: 'Tree', code: 'invalid', field, message })

/** The edits of a new tree; refuses what git could not store, with GitHub's messages. */
export function readTreeEdits(git: Git, { tree, base_tree: base }: Body) {
  const baseTree = typeof base === 'string' ? treeOf(git, base) : null
  if (!Array.isArray(tree)) throw new Refusal(422, 'Invalid tree info')

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
  const { path, mode, sha, content } = (input ?? {}) as Body
  if (typeof path !== 'string' || !isPath(path)) {
    throw invalid('path', 'tree.path contains a malformed path component')
  }
  if (sha === null) {
    if (baseTree === null || !entryAt(git, baseTree, path))
      throw new Refusal(422, 'GitRPC::BadObjectState')
    return { path, put: null }
  }
  const found = MODES.find((one) => one === mode)
  if (!found) {
    throw invalid('mode', `tree.mode ${String(mode)} is not one of ${MODES.join(', ')}`)
  }
  if (typeof content === 'string') {
    return { path, put: { mode: found, sha: git.writeBlob(Buffer.from(content)) } }
  }

  return { path, put: { mode: found, sha: existing(git, found, sha) } }
}

function existing(git: Git, mode: Mode, sha: unknown): string {
  const type = typeOfMode(mode)
  const isThere =
    typeof sha === 'string' && (type === 'commit' || git.objects.read(sha)?.type === type)
  if (!isThere) throw new Refusal(422, `tree.sha ${String(sha)} is not a valid ${type}`)

  return sha
}

/** No path that leaves the tree or enters `.git`. */
const isPath = (path: string) =>
  path
    .split('/')
    .every((name) => name !== '' && name !== '.' && name !== '..' && !/^\.git$/i.test(name))
