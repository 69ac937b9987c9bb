import { type PathEntry, walkTree } from './files.ts'
import type { Git } from './git.ts'

export type Change = {
  path: string
  status: 'added' | 'modified' | 'removed'
  before: PathEntry | undefined
  after: PathEntry | undefined
}

/** How two trees differ, file by file. */
export function changesBetween(git: Git, before: string | null, after: string): Change[] {
  const old = filesIn(git, before)
  const fresh = filesIn(git, after)
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].toSorted()

  return paths.flatMap((path) => {
    const was = old.get(path)
    const is = fresh.get(path)
    if (was?.sha === is?.sha && was?.mode === is?.mode) return []
    const status = was ? (is ? 'modified' : 'removed') : 'added'
    return [{ path, status, before: was, after: is }]
  })
}

const filesIn = (git: Git, tree: string | null) =>
  new Map(
    (tree === null ? [] : walkTree(git, tree))
      .filter(({ mode }) => mode !== '040000')
      .map((entry) => [entry.path, entry]),
  )
