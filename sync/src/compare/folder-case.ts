import { foldersAbove, type Listing } from '#objects/listing.ts'
import type { Change } from './merge-paths.ts'

/** A new folder of the project and one at GitHub that differ only in case. */
export type FolderPair = { mine: string; theirs: string }

/** Some file systems can only store one of them, so the member is asked. Returns the outermost folders. */
export function foldersByCase(
  changes: readonly Change[],
  remote: Listing,
  local: Iterable<string>,
): FolderPair[] {
  const added = changes.filter(({ kind, path }) => kind === 'added' && path.includes('/'))
  if (added.length === 0) return []
  const gone = new Set(changes.filter(({ after }) => !after).map(({ path }) => path))
  const there = foldersOf([...remote.entries.keys()].filter((path) => !gone.has(path)))
  const here = foldersOf(local)
  const onlyThere = new Map(
    [...there].filter((folder) => !here.has(folder)).map((one) => [one.toLowerCase(), one]),
  )
  const pairs = new Map<string, FolderPair>()
  for (const { path } of added) {
    for (const mine of foldersAbove(path).toReversed()) {
      const theirs = there.has(mine) ? undefined : onlyThere.get(mine.toLowerCase())
      if (theirs === undefined) continue
      pairs.set(mine, { mine, theirs })
      break
    }
  }
  return [...pairs.values()]
}

const foldersOf = (paths: Iterable<string>): Set<string> =>
  new Set([...paths].flatMap((path) => foldersAbove(path)))
