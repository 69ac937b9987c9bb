import { readWholeTree } from '#github/read-tree.ts'
import type { Target } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import { openOperation, type Watching } from '#host/operation.ts'
import { findCommit, type HistoryCommit } from './history.ts'
import { requireHead } from './read-branch.ts'

export type RestoredFile = { path: string; change: 'added' | 'changed' | 'deleted' }

/** What restoring a commit would change in its branch: nothing is written. */
export async function previewRestore(
  host: Host,
  target: Target,
  sha: string,
  watching: Watching = {},
): Promise<{ commit: HistoryCommit; files: RestoredFile[] }> {
  const operation = openOperation(watching)
  const commit = await findCommit(host, target, sha, watching)
  const head = await requireHead(host, operation, target)
  const now = (await readWholeTree(host, operation, target, head.tree)).entries
  const then = (await readWholeTree(host, operation, target, commit.tree)).entries
  const paths = [...new Set([...now.keys(), ...then.keys()])].toSorted()

  return {
    commit,
    files: paths.flatMap((path): RestoredFile[] => {
      const [before, after] = [now.get(path), then.get(path)]
      if (!before) return [{ path, change: 'added' }]
      if (!after) return [{ path, change: 'deleted' }]

      return before.sha === after.sha && before.mode === after.mode
        ? []
        : [{ path, change: 'changed' }]
    }),
  }
}
