import { isDotGit } from '#formats/dot-git.ts'
import { isSha } from '#formats/object.ts'
import { MODES, type Mode, typeOfMode } from '#formats/tree.ts'
import { Refusal } from '#github/api/errors.ts'
import { type Edit, entryAt } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'

type Body = Readonly<Record<string, unknown>>

const EITHER =
  'Must supply either tree.sha or tree.content. Request will be rejected if both are present.'
const NO_COMMIT = '0'.repeat(40)

/** The edits of a new tree; refuses what git could not store, with GitHub's messages. */
export function readTreeEdits(git: Git, { tree, base_tree: base }: Body) {
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
