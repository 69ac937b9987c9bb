import { inflateSync } from 'fflate'
import { SyncError } from '#errors/sync-error.ts'
import {
  type ArchivedFile,
  type FileSet,
  gatherFiles,
  isLeftOutAlways,
} from '#files/gather-files.ts'
import type { Bytes } from '#objects/bytes.ts'
import type { Mode } from '#objects/listing.ts'
import { newRoom, type Room } from '#objects/room.ts'
import { type ArchiveEntry, type Directory, readDirectory, viewOf } from './central-directory.ts'
import { crc32 } from './crc32.ts'

export type ZipLimits = {
  packedBytes: number
  entries: number
  unpackedBytes: number
  fileBytes: number
  /** The maximum compression ratio of a file of at least `ratioFromBytes`. */
  ratio: number
  ratioFromBytes: number
}

const MB = 1_000_000

export const ZIP_LIMITS: ZipLimits = {
  packedBytes: 100 * MB,
  entries: 20_000,
  unpackedBytes: 300 * MB,
  fileBytes: 100 * MB,
  ratio: 200,
  ratioFromBytes: MB,
}

/** The project files in an archive. */
export const readZip = (
  bytes: Bytes,
  limits: ZipLimits = ZIP_LIMITS,
  options: { keepFolder?: boolean } = {},
): FileSet =>
  // Files that are never pushed need not be unpacked.
  gatherFiles(unzip(bytes, limits, isLeftOutAlways), options)

/**
 * All files in an archive. Sizes, offsets and names are checked before inflating, and checksums afterwards.
 */
export const unzip = (
  bytes: Bytes,
  limits: ZipLimits,
  isSkipped: (path: string) => boolean = () => false,
): ArchivedFile[] =>
  locateFiles(bytes, limits).map((file) =>
    readLocated(file, bytes.subarray(file.dataAt, file.end), isSkipped),
  )

/** A file's data in the archive, after its header. */
export type LocatedFile = {
  entry: ArchiveEntry
  path: string
  dataAt: number
  end: number
}

function locateFiles(bytes: Bytes, limits: ZipLimits): LocatedFile[] {
  refuseLargeArchive(bytes.length, limits)
  const places = placesIn(readDirectory(bytes, limits.entries), limits)

  return places.flatMap((place) => locate(place, bytes, 0) ?? [])
}

export function refuseLargeArchive(size: number, limits: ZipLimits): void {
  if (size > limits.packedBytes) throw new SyncError('zip_too_large', { what: 'packed' })
}

/** What the directory says of an entry: its header begins at `start`, and it ends before `before`, where the `next` one begins. */
export type Place = {
  entry: ArchiveEntry
  path: string
  start: number
  before: number
  next: string | null
}

/** All entries in the order of their bytes. */
export function placesIn({ entries, at }: Directory, limits: ZipLimits): Place[] {
  refuseLarge(entries, limits)
  refuseDuplicates(entries)
  const separate = pathSeparator(entries)
  const inOrder = entries.toSorted((one, other) => one.headerAt - other.headerAt)

  return inOrder.map((entry, i) => ({
    entry,
    path: separate(entry.name),
    start: entry.headerAt,
    before: inOrder[i + 1]?.headerAt ?? at,
    next: inOrder[i + 1]?.name ?? null,
  }))
}

/** The file's range, by the header in these bytes, which begin at `from`; null for a folder. Ranges must not reach into what follows. */
export function locate(place: Place, bytes: Bytes, from: number): LocatedFile | null {
  const { entry, path, start, before, next } = place
  const { name, rawName } = entry
  const view = viewOf(bytes)
  const at = start - from
  const beyond = () => (next === null ? damaged(name, 'header') : damaged(next, 'overlap'))
  if (start + HEADER_BYTES > before) throw beyond()
  if (view.getUint32(at, true) !== HEADER) throw damaged(name, 'header')
  const nameBytes = view.getUint16(at + 26, true)
  const headerName = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + nameBytes)
  if (!isSame(headerName, rawName)) throw damaged(name, 'header')
  const dataAt = start + HEADER_BYTES + nameBytes + view.getUint16(at + 28, true)
  const end = dataAt + entry.packedSize
  if (end > before) throw beyond()

  return isFolder(entry) ? null : { entry, path, dataAt, end }
}

export function readLocated(
  { entry, path }: LocatedFile,
  data: Bytes,
  isSkipped: (path: string) => boolean,
  room: Room = newRoom,
): ArchivedFile {
  if (isSpecial(entry)) return { path, mode: null, bytes: NO_BYTES, isSpecial: true }

  return {
    path,
    mode: modeOf(entry),
    bytes: isSkipped(path) ? NO_BYTES : unpack(entry, data, room),
  }
}

const NO_BYTES: Bytes = new Uint8Array()

function refuseLarge(entries: readonly ArchiveEntry[], limits: ZipLimits): void {
  let unpacked = 0
  for (const { size, packedSize } of entries) {
    unpacked += size
    if (size > limits.fileBytes) throw new SyncError('zip_too_large', { what: 'file' })
    if (size >= limits.ratioFromBytes && size > packedSize * limits.ratio) {
      throw new SyncError('zip_too_large', { what: 'ratio' })
    }
  }
  if (unpacked > limits.unpackedBytes) throw new SyncError('zip_too_large', { what: 'unpacked' })
}

function refuseDuplicates(entries: readonly ArchiveEntry[]): void {
  const names = new Set<string>()
  for (const { name } of entries) {
    if (names.has(name)) throw damaged(name, 'duplicate')
    names.add(name)
  }
}

const HEADER = 0x04034b50
const HEADER_BYTES = 30

const isSame = (a: Bytes, b: Bytes) => a.length === b.length && a.every((byte, i) => byte === b[i])

/** Some Windows programs write only backslashes; elsewhere a backslash is part of a name. */
function pathSeparator(entries: readonly ArchiveEntry[]): (name: string) => string {
  const hasSlash = entries.some(({ name }) => name.includes('/'))

  return hasSlash ? (name) => name : (name) => name.replaceAll('\\', '/')
}

const TYPE = 0o170000
const isFolder = ({ name, unixMode }: ArchiveEntry) =>
  /[/\\]$/.test(name) || (unixMode !== null && (unixMode & TYPE) === 0o040000)

/** Whether it is a socket, pipe or device. Some writers store permissions without a type, which means a file. */
const isSpecial = ({ unixMode }: ArchiveEntry) =>
  unixMode !== null && ![0, 0o100000, 0o120000].includes(unixMode & TYPE)

function modeOf({ unixMode }: ArchiveEntry): Mode | null {
  if (unixMode === null) return null
  if ((unixMode & TYPE) === 0o120000) return '120000'
  return unixMode & 0o100 ? '100755' : '100644'
}

function unpack(entry: ArchiveEntry, data: Bytes, room: Room): Bytes {
  if (entry.isEncrypted) throw damaged(entry.name, 'encrypted')
  const bytes = entry.method === 0 ? copyOf(data, room) : inflate(entry, data, room)
  if (bytes.length !== entry.size) throw damaged(entry.name, 'size')
  if (crc32(bytes) !== entry.crc) throw damaged(entry.name, 'checksum')
  return bytes
}

function copyOf(data: Bytes, room: Room): Bytes {
  const bytes = room(data.length)
  bytes.set(data)
  return bytes
}

function inflate(entry: ArchiveEntry, data: Bytes, room: Room): Bytes {
  if (entry.method !== 8) throw damaged(entry.name, 'method')
  try {
    // A fixed size, so that malicious data cannot use more memory.
    return inflateSync(data, { out: room(entry.size) })
  } catch {
    throw damaged(entry.name, 'data')
  }
}

const damaged = (path: string, reason: string) => new SyncError('zip_damaged', { path, reason })
