import { type Edit, editTree, entryAt, type PathEntry, walkChanges } from './files.ts'
import type { Git } from './git.ts'
import { historyOf, mergeBaseOf, type NamedCommit } from './history.ts'

/** The tree of a branch with another merged into it; null: conflicts, or nothing in common. */
export function mergedTree(git: Git, ours: string, theirs: string): string | null {
  const base = mergeBaseOf(git, ours, theirs)
  const [start, mine, other] = [base, ours, theirs].map((sha) =>
    sha === undefined ? undefined : git.commit(sha)?.tree,
  )
  if (start === undefined || mine === undefined || other === undefined) return null

  return withChanges(git, mine, { before: start, after: other })
}

type Replayed = { commit: NamedCommit; tree: string }

/** The commits that only the other branch has, oldest first, each with its tree on top of ours; null: conflicts. */
export function replayedCommits(git: Git, ours: string, theirs: string): Replayed[] | null {
  const known = new Set(historyOf(git, ours).map(({ sha }) => sha))
  const commits = historyOf(git, theirs).filter(({ sha, parents }) => {
    // As git does, merges are left out: their changes are those of other commits.
    return !known.has(sha) && parents.length === 1
  })
  const replayed: Replayed[] = []
  let onto = git.commit(ours)?.tree
  for (const commit of commits.toReversed()) {
    const before = git.commit(commit.parents[0] ?? '')?.tree
    if (onto === undefined || before === undefined) return null
    const tree = withChanges(git, onto, { before, after: commit.tree })
    if (tree === null) return null
    replayed.push({ commit, tree })
    onto = tree
  }
  return replayed
}

/** A file that both changed differently is a conflict, which is stricter than git's merge by lines. */
function withChanges(
  git: Git,
  mine: string,
  { before: start, after: end }: { before: string; after: string },
): string | null {
  const edits: Edit[] = []
  for (const { path, before, after } of walkChanges(git, start, end)) {
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
