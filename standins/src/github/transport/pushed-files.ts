import { walkChanges } from '#github/git/changes.ts'
import { historyOf } from '#github/git/history.ts'
import type { Quarantine } from './quarantine.ts'

/** A file that a pushed commit adds or changes. */
export type PushedFile = { commit: string; path: string; content: Buffer }

/** The files of all commits that no branch had before, oldest commit first. */
export function* pushedFiles({ git }: Quarantine, after: string): Generator<PushedFile> {
  const known = new Set(
    git.refs.all().flatMap(({ sha }) => historyOf(git, sha).map((one) => one.sha)),
  )
  const fresh = historyOf(git, after).filter(({ sha }) => !known.has(sha))

  for (const { sha: commit, tree, parents } of fresh.toReversed()) {
    const [parent] = parents
    const before = parent === undefined ? null : (git.commit(parent)?.tree ?? null)
    for (const { path, after: entry } of walkChanges(git, before, tree)) {
      const content = entry && git.blob(entry.sha)
      if (content) yield { commit, path, content }
    }
  }
}
