import type { Change } from '@app/sync/changes'

/** A change, with its place among all that are shown. */
export type PlacedChange = { change: Change; index: number }

export type Folder = { path: string; rows: PlacedChange[] }

/** More rows are folded by folder. */
const MOST_UNFOLDED = 10

/** The folders of changes, then the files without one; null if there are few. */
export function foldersOf(changes: readonly Change[]): Folder[] | null {
  if (changes.length <= MOST_UNFOLDED) return null
  const folders = new Map<string, PlacedChange[]>()
  for (const [index, change] of changes.entries()) {
    const path = change.path.slice(0, change.path.lastIndexOf('/') + 1)
    folders.set(path, [...(folders.get(path) ?? []), { change, index }])
  }

  return [...folders]
    .map(([path, rows]) => ({ path, rows }))
    .toSorted((one, other) => Number(one.path === '') - Number(other.path === ''))
}
