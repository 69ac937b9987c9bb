import { objectName } from './blob-name.ts'
import { type Bytes, compareBytes, concatBytes, encodeUtf8, fromHex } from './bytes.ts'
import { type Entry, folderOf, foldersAbove, type Listing, nameIn } from './listing.ts'

/** The new entry of each path; null deletes it. */
export type Edits = ReadonlyMap<string, Entry | null>

type Line = { name: string; mode: string; sha: string }
/** A listing after edits, with the body of each rebuilt tree by SHA. */
type Edited = {
  listing: Listing & { root: string }
  trees: Map<string, Bytes>
  /** Includes files beside an edit whose mode is rewritten, as in git. */
  edits: Edits
}

/**
 * The tree that git would write. Unedited folders keep their SHA, so that unread or unrepresentable content stays unchanged.
 */
export async function editTree(listing: Listing, requested: Edits): Promise<Edited> {
  const dirty = new Set([...requested.keys()].flatMap(foldersAbove)).add('')
  const edits = new Map([...oddModes(listing, dirty), ...requested])
  const entries = new Map<string, Entry>(listing.entries)
  for (const [path, entry] of edits) {
    if (entry) entries.set(path, entry)
    else entries.delete(path)
  }
  const lines = linesOf(entries, listing, dirty)
  const folders = new Map([...listing.folders].filter(([folder]) => !dirty.has(folder)))
  const trees = new Map<string, Bytes>()

  // Deepest first, because a folder's SHA depends on everything below it.
  const deepestFirst = [...dirty].sort((a, b) => depthOf(b) - depthOf(a))
  for (const folder of deepestFirst) {
    const inside = lines.get(folder) ?? []
    if (inside.length === 0 && folder !== '') continue
    const body = treeBody(inside)
    const sha = await objectName('tree', body)
    trees.set(sha, body)
    if (folder === '') {
      const isPartial = listing.isPartial ?? false
      return { listing: { root: sha, entries, folders, isPartial }, trees, edits }
    }
    folders.set(folder, sha)
    lines.get(folderOf(folder))?.push({ name: nameIn(folder), mode: '40000', sha })
  }
  throw new Error('A tree has a root.')
}

/** GitHub's handling of obsolete modes beside an edit is unknown, so the usual mode is sent. */
const oddModes = ({ entries }: Listing, dirty: Set<string>): [string, Entry][] =>
  [...entries].flatMap(([path, { storedMode, ...entry }]): [string, Entry][] =>
    storedMode !== undefined && dirty.has(folderOf(path)) ? [[path, entry]] : [],
  )

/** For each folder to rebuild: its files, and the unchanged folders in it. */
function linesOf(entries: ReadonlyMap<string, Entry>, listing: Listing, dirty: Set<string>) {
  const lines = new Map<string, Line[]>([...dirty].map((folder) => [folder, []]))
  for (const [path, { mode, sha }] of entries) {
    lines.get(folderOf(path))?.push({ name: nameIn(path), mode, sha })
  }
  for (const [folder, sha] of listing.folders) {
    if (!dirty.has(folder)) {
      lines.get(folderOf(folder))?.push({ name: nameIn(folder), mode: '40000', sha })
    }
  }
  return lines
}

const depthOf = (folder: string) => (folder === '' ? 0 : folder.split('/').length)

/** Git sorts by bytes, and folders as if their names ended with a slash. */
function treeBody(lines: readonly Line[]): Bytes {
  const sorted = lines
    .map((line) => ({
      ...line,
      key: encodeUtf8(line.mode === '40000' ? `${line.name}/` : line.name),
    }))
    .sort((a, b) => compareBytes(a.key, b.key))

  return concatBytes(
    sorted.flatMap(({ mode, name, sha }) => [encodeUtf8(`${mode} ${name}\0`), fromHex(sha)]),
  )
}
