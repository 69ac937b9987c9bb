import { walkChanges } from './changes.ts'
import { type Edit, editTree, entryAt, type PathEntry } from './files.ts'
import type { Git } from './git.ts'
import { mergeBaseOf } from './history.ts'

/**
 * The tree of a branch with another merged into it; null: conflicts, or nothing in common. A file that both changed
 * differently is a conflict, which is stricter than git's merge by lines.
 */
export function mergedTree(git: Git, ours: string, theirs: string): string | null {
  const base = mergeBaseOf(git, ours, theirs)
  const [start, mine, other] = [base, ours, theirs].map((sha) =>
    sha === undefined ? undefined : git.commit(sha)?.tree,
  )
  if (start === undefined || mine === undefined || other === undefined) return null
  const edits: Edit[] = []

  for (const { path, before, after } of walkChanges(git, start, other)) {
    const here = entryAt(git, mine, path)
    if (isSame(here, after)) continue
    if (!isSame(here, before) || isBelowFile(git, mine, path)) return null
    edits.push({ path, put: after ? { mode: after.mode, sha: after.sha } : null })
  }

  return edits.length === 0 ? mine : editTree(git, mine, edits)
}

const isSame = (one: PathEntry | undefined, other: PathEntry | undefined) =>
  one?.sha === other?.sha && one?.mode === other?.mode

/** A file where the path needs a folder. */
const isBelowFile = (git: Git, tree: string, path: string) =>
  path
    .split('/')
    .map((_, i, names) => entryAt(git, tree, names.slice(0, i).join('/')))
    .some((entry) => entry !== undefined && entry.mode !== '040000')
