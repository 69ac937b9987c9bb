import type { Entry } from '#objects/listing.ts'
import type { TreeLine } from './write-tree.ts'

/** The edits as GitHub takes them: deletions first, so that a folder can take the place of a file and the other way round. */
export function treeLines(
  edits: ReadonlyMap<string, Entry | null>,
  /** What goes as text, by name. */
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
