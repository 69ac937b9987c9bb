import type { Entry } from '#objects/listing.ts'
import type { TreeLine } from './write-tree.ts'

/** The edits in GitHub's format: deletions first, so that folders and files can replace each other. */
export function treeLines(
  edits: ReadonlyMap<string, Entry | null>,
  /** Contents sent as text, by SHA. */
  texts: ReadonlyMap<string, string>,
): TreeLine[] {
  const deletions: TreeLine[] = []
  const files: TreeLine[] = []
  for (const [path, after] of edits) {
    if (!after) {
      deletions.push({ path, mode: '100644', type: 'blob', sha: null })
      continue
    }
    const { mode, sha } = after
    const content = texts.get(sha)
    files.push(
      content === undefined
        ? { path, mode, type: mode === '160000' ? 'commit' : 'blob', sha }
        : { path, mode, type: 'blob', content },
    )
  }
  return [...deletions, ...files]
}
