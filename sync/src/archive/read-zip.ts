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
import { type ArchiveEntry, type Directory, readDirectory, viewOf } from './central-directory.ts'
import { crc32 } from './crc32.ts'

export type ZipLimits = {
  packedBytes: number
  entries: number
  unpackedBytes: number
  fileBytes: number
  /** How much larger than its packed form a file of `ratioFromBytes` or more may be. */
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

/** The files of a project in an archive. */
export const readZip = (
  bytes: Bytes,
  limits: ZipLimits = ZIP_LIMITS,
  options: { keepFolder?: boolean } = {},
): FileSet =>
  // What never goes to GitHub need not be unpacked.
  gatherFiles(unzip(bytes, limits, isLeftOutAlways), options)

/**
 * Everything in an archive. Sizes, offsets and names are checked before anything is inflated, and each file against its
 * checksum after it.
 */
export function unzip(
  bytes: Bytes,
  limits: ZipLimits,
  isSkipped: (path: string) => boolean = () => false,
): ArchivedFile[] {
  if (bytes.length > limits.packedBytes) throw new SyncError('zip_too_large', { what: 'packed' })
  const directory = readDirectory(bytes, limits.entries)
  refuseLarge(directory.entries, limits)
  refuseDuplicates(directory.entries)
  const located = locate(bytes, directory)
  const separate = pathSeparator(directory.entries)

  return located
    .filter(({ entry }) => !isFolder(entry))
    .map(({ entry, data }): ArchivedFile => {
      const path = separate(entry.name)
      if (isSpecial(entry)) return { path, mode: null, bytes: NO_BYTES, isSpecial: true }
      return {
        path,
        mode: modeOf(entry),
        bytes: isSkipped(path) ? NO_BYTES : unpack(entry, data),
      }
    })
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

/** Where each entry's data lies; two entries never share a byte, and none reaches into the directory. */
function locate(bytes: Bytes, { entries, at: directoryAt }: Directory) {
  const view = viewOf(bytes)
  const located = entries.map((entry) => {
    const { headerAt, name, rawName } = entry
    if (headerAt + HEADER_BYTES > directoryAt || view.getUint32(headerAt, true) !== HEADER) {
      throw damaged(name, 'header')
    }
    const nameBytes = view.getUint16(headerAt + 26, true)
    const start = headerAt + HEADER_BYTES + nameBytes + view.getUint16(headerAt + 28, true)
    const end = start + entry.packedSize
    const headerName = bytes.subarray(headerAt + HEADER_BYTES, headerAt + HEADER_BYTES + nameBytes)
    if (end > directoryAt || !isSame(headerName, rawName)) throw damaged(name, 'header')
    return { entry, start: headerAt, end, data: bytes.subarray(start, end) }
  })
  const inOrder = located.toSorted((a, b) => a.start - b.start)
  for (const [i, { start, entry }] of inOrder.entries()) {
    if (i > 0 && start < (inOrder[i - 1]?.end ?? 0)) throw damaged(entry.name, 'overlap')
  }
  return located
}

const isSame = (a: Bytes, b: Bytes) => a.length === b.length && a.every((byte, i) => byte === b[i])

/** Some programs on Windows write backslashes only; elsewhere a backslash is part of a name. */
function pathSeparator(entries: readonly ArchiveEntry[]): (name: string) => string {
  const hasSlash = entries.some(({ name }) => name.includes('/'))

  return hasSlash ? (name) => name : (name) => name.replaceAll('\\', '/')
}

const TYPE = 0o170000
const isFolder = ({ name, unixMode }: ArchiveEntry) =>
  /[/\\]$/.test(name) || (unixMode !== null && (unixMode & TYPE) === 0o040000)

/** A socket, a pipe or a device. Some writers give permissions without a type, which is a file. */
const isSpecial = ({ unixMode }: ArchiveEntry) =>
  unixMode !== null && ![0, 0o100000, 0o120000].includes(unixMode & TYPE)

function modeOf({ unixMode }: ArchiveEntry): Mode | null {
  if (unixMode === null) return null
  if ((unixMode & TYPE) === 0o120000) return '120000'
  return unixMode & 0o100 ? '100755' : '100644'
}

function unpack(entry: ArchiveEntry, data: Bytes): Bytes {
  if (entry.isEncrypted) throw damaged(entry.name, 'encrypted')
  const bytes = entry.method === 0 ? data.slice() : inflate(entry, data)
  if (bytes.length !== entry.size) throw damaged(entry.name, 'size')
  if (crc32(bytes) !== entry.crc) throw damaged(entry.name, 'checksum')
  return bytes
}

function inflate(entry: ArchiveEntry, data: Bytes): Bytes {
  if (entry.method !== 8) throw damaged(entry.name, 'method')
  try {
    // A fixed size: whatever the data says, no more memory is taken.
    return inflateSync(data, { out: new Uint8Array(entry.size) })
  } catch {
    throw damaged(entry.name, 'data')
  }
}

const damaged = (path: string, reason: string) => new SyncError('zip_damaged', { path, reason })
