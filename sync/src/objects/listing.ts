/** The modes that a project supports. */
export type Mode = '100644' | '100755' | '120000'

/** A branch also supports 160000, a submodule. */
export type BranchMode = Mode | '160000'

export type Entry = {
  mode: BranchMode
  sha: string
  size?: number
  /** The tree's mode, if git no longer writes it. */
  storedMode?: string
}

/** A completely or partially read tree. A folder without entries below it was not read, and keeps its SHA. */
export type Listing = {
  root: string | null
  entries: ReadonlyMap<string, Entry>
  folders: ReadonlyMap<string, string>
  /** Some folders were not read: it is only valid for the requested paths. */
  isPartial?: boolean
  /** Requested folders that were not read, because there are too many. */
  unread?: readonly string[]
}

/** A listing for storage and transfer, compact even for large trees. */
export type PlainListing = {
  root: string | null
  entries: [path: string, mode: BranchMode, sha: string, size: number | null, storedMode?: string][]
  folders: [path: string, sha: string][]
  isPartial: boolean
}

export const plainListing = ({ root, entries, folders, isPartial }: Listing): PlainListing => ({
  root,
  entries: [...entries].map(([path, { mode, sha, size = null, storedMode }]) =>
    storedMode === undefined ? [path, mode, sha, size] : [path, mode, sha, size, storedMode],
  ),
  folders: [...folders],
  isPartial: isPartial ?? false,
})

export const listingOf = ({ root, entries, folders, isPartial }: PlainListing): Listing => ({
  root,
  entries: new Map(
    entries.map(([path, mode, sha, size, storedMode]) => [
      path,
      {
        mode,
        sha,
        ...(size !== null && { size }),
        ...(storedMode !== undefined && { storedMode }),
      },
    ]),
  ),
  folders: new Map(folders),
  isPartial,
})

export const EMPTY_LISTING: Listing = { root: null, entries: new Map(), folders: new Map() }

/** Git formerly wrote other permissions, such as 100664, and reads them like this. */
export function canonicalMode(stored: string): BranchMode {
  const mode = Number.parseInt(stored, 8)
  if ((mode & 0o170000) === 0o120000) return '120000'
  if ((mode & 0o170000) !== 0o100000) return '160000'
  return mode & 0o100 ? '100755' : '100644'
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** `a/b/c` → `a/b`, `a`, and the root as an empty text. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = []
  let folder = path
  while (folder !== '') {
    folder = folderOf(folder)
    folders.push(folder)
  }
  return folders
}
