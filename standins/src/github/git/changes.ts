import type { TreeEntry } from '#formats/tree.ts'
import type { PathEntry } from './files.ts'
import type { Git } from './git.ts'

export type Change = {
  path: string
  status: 'added' | 'modified' | 'removed'
  before: PathEntry | undefined
  after: PathEntry | undefined
}

/** How two trees differ, file by file. */
export const changesBetween = (git: Git, before: string | null, after: string): Change[] =>
  [...walkChanges(git, before, after, '')].toSorted((a, b) => (a.path < b.path ? -1 : 1))

/** Folders of the same SHA are skipped. */
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
