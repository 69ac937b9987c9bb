import type { Signature } from '#formats/object.ts'
import type { Mode, TreeEntry } from '#formats/tree.ts'
import { type Person, primaryEmail } from '#github/people/person.ts'
import type { InitialCommit, InitialFile } from '#github/repositories/repository.ts'
import type { Git } from './git.ts'

/** A file, folder or link somewhere below a tree. */
export type PathEntry = TreeEntry & { path: string }

/** Everything below a tree, folders before what is in them. Lazy: a tree can list a folder any number of times. */
export function* walkTree(git: Git, sha: string, prefix = ''): Generator<PathEntry> {
  for (const entry of git.tree(sha) ?? []) {
    const path = prefix + entry.name
    yield { ...entry, path }
    if (entry.mode === '040000') yield* walkTree(git, entry.sha, `${path}/`)
  }
}

/** The entry at a path; the empty path is the tree itself. */
export function entryAt(git: Git, treeSha: string, path: string): PathEntry | undefined {
  let found: PathEntry = { mode: '040000', name: '', sha: treeSha, path: '' }
  for (const name of path.split('/').filter(Boolean)) {
    const entries = found.mode === '040000' ? git.tree(found.sha) : undefined
    const next = entries?.find((one) => one.name === name)
    if (!next) return undefined
    found = { ...next, path: found.path ? `${found.path}/${name}` : name }
  }

  return found
}

/** A path with its new entry; null removes it. */
export type Edit = { path: string; put: { mode: Mode; sha: string } | null }

/** The given tree with the edits applied. Empty folders are removed. */
export function editTree(git: Git, baseSha: string | null, edits: readonly Edit[]): string {
  const entries = new Map(
    (baseSha === null ? [] : (git.tree(baseSha) ?? [])).map((one) => [one.name, one]),
  )
  const below = new Map<string, Edit[]>()

  for (const { path, put } of edits) {
    const [name = '', rest] = path.split(/\/(.*)/s)
    if (rest !== undefined && rest !== '')
      below.set(name, [...(below.get(name) ?? []), { path: rest, put }])
    else if (put) entries.set(name, { name, ...put })
    else entries.delete(name)
  }
  for (const [name, inner] of below) {
    const old = entries.get(name)
    const isReplaced = edits.some(({ path, put }) => path === name && put !== null)
    // A file that takes a folder's place stays, while the folder's files are removed one by one.
    if (isReplaced && old?.mode !== '040000' && inner.every(({ put }) => put === null)) continue
    const sha = editTree(git, old?.mode === '040000' ? old.sha : null, inner)
    if (git.tree(sha)?.length === 0) entries.delete(name)
    else entries.set(name, { name, mode: '040000', sha })
  }

  return git.writeTree([...entries.values()])
}

export type Change = {
  path: string
  status: 'added' | 'modified' | 'removed'
  before: PathEntry | undefined
  after: PathEntry | undefined
}

/** How two trees differ, file by file. */
export const changesBetween = (git: Git, before: string | null, after: string): Change[] =>
  [...walkChanges(git, before, after, '')].toSorted((a, b) => (a.path < b.path ? -1 : 1))

/** Folders with equal SHAs are skipped. */
export function* walkChanges(
  git: Git,
  before: string | null,
  after: string | null,
  prefix = '',
): Generator<Change> {
  if (before === after) return
  const old = entriesOf(git, before)
  const fresh = entriesOf(git, after)

  for (const name of new Set([...old.keys(), ...fresh.keys()])) {
    const was = old.get(name)
    const is = fresh.get(name)
    if (was?.sha === is?.sha && was?.mode === is?.mode) continue
    const path = prefix + name
    yield* walkChanges(git, folderIn(was), folderIn(is), `${path}/`)
    const file = { before: fileIn(was, path), after: fileIn(is, path) }
    if (file.before || file.after) yield { path, status: statusOf(file), ...file }
  }
}

const statusOf = ({ before, after }: Pick<Change, 'before' | 'after'>): Change['status'] =>
  before ? (after ? 'modified' : 'removed') : 'added'

const entriesOf = (git: Git, tree: string | null) =>
  new Map((tree === null ? [] : (git.tree(tree) ?? [])).map((one) => [one.name, one]))

const folderIn = (entry: TreeEntry | undefined) => (entry?.mode === '040000' ? entry.sha : null)

const fileIn = (entry: TreeEntry | undefined, path: string): PathEntry | undefined =>
  entry && entry.mode !== '040000' ? { ...entry, path } : undefined

/** A person's signature in a commit, with a made-up address if they have none. */
export const signatureOf = (person: Person | undefined, ms: number): Signature => ({
  name: person?.name ?? person?.login ?? 'Somebody',
  email: (person && primaryEmail(person)?.email) ?? 'somebody@example.test',
  at: Math.floor(ms / 1000),
  zone: '+0000',
})

type Head = { sha: string; tree: string }

/** Writes the commits, each on its branch. A new branch starts where the default branch is by then. */
export function writeInitialCommits(
  git: Git,
  defaultBranch: string,
  story: readonly InitialCommit[],
  personOf: (id: number) => Person | undefined,
): void {
  const heads = new Map<string, Head>()

  for (const { message, authorId, at, files, branch = defaultBranch } of story) {
    const head = heads.get(branch) ?? heads.get(defaultBranch)
    const tree = treeWith(git, head?.tree ?? null, files)
    const author = signatureOf(personOf(authorId), at)
    const parents = head ? [head.sha] : []
    const sha = git.writeCommit({ tree, parents, author, committer: author, message })
    heads.set(branch, { sha, tree })
  }
  for (const [branch, { sha }] of heads) git.refs.set(`refs/heads/${branch}`, sha)
}

/** The tree with these files put into it. */
export const treeWith = (
  git: Git,
  base: string | null,
  files: Readonly<Record<string, InitialFile>>,
): string =>
  editTree(
    git,
    base,
    Object.entries(files).map(([path, file]) => ({ path, put: entryOf(git, file) })),
  )

function entryOf(git: Git, file: InitialFile): Edit['put'] {
  if (file === null) return null
  if (typeof file === 'string') return { mode: '100644', sha: git.writeBlob(Buffer.from(file)) }
  if ('sha' in file) return file

  return { mode: file.mode, sha: git.writeBlob(Buffer.from(file.base64, 'base64')) }
}
