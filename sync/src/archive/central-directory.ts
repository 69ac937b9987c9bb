import { SyncError } from '#errors/sync-error.ts'
import { type Bytes, decodeUtf8 } from '#objects/bytes.ts'
import { crc32 } from './crc32.ts'
import { type Extra, extraFields, zip64Values } from './extra-fields.ts'

/** An entry of an archive's directory. */
export type ArchiveEntry = {
  name: string
  rawName: Bytes
  /** Unix type and permissions; null: the archive does not contain them. */
  unixMode: number | null
  isEncrypted: boolean
  method: number
  crc: number
  packedSize: number
  size: number
  headerAt: number
}

export type Directory = { entries: ArchiveEntry[]; at: number }

const END = 0x06054b50
const END_BYTES = 22
const END64 = 0x06064b50
const LOCATOR64 = 0x07064b50
const LOCATOR64_BYTES = 20
const LINE = 0x02014b50
const LINE_BYTES = 46
const MAX_COMMENT_BYTES = 0xffff

/** Where the directory begins in an archive whose last bytes, those after the first `from`, are given. */
export function directoryStart(bytes: Bytes, from: number): number {
  const view = viewOf(bytes)

  return locate(view, findEnd(bytes, view), from).at
}

/**
 * Reads the directory at the end of the archive. Every value is validated against the actual bytes before use. The first `from` bytes of
 * the archive may be missing, as long as they are before the directory.
 */
export function readDirectory(bytes: Bytes, maxEntries: number, from = 0): Directory {
  const view = viewOf(bytes)
  const end = findEnd(bytes, view)
  const { count, size, at } = locate(view, end, from)
  if (count > maxEntries) throw new SyncError('zip_too_large', { what: 'entries' })
  const isWithin = at >= from && at - from + size <= end
  if (!isWithin || count * LINE_BYTES > size) throw new SyncError('zip_invalid')

  const entries: ArchiveEntry[] = []
  let line = at - from
  for (let i = 0; i < count; i++) {
    if (line + LINE_BYTES > end || view.getUint32(line, true) !== LINE) {
      throw new SyncError('zip_invalid')
    }
    const next = line + lineBytes(view, line)
    if (next > end) throw new SyncError('zip_invalid')
    entries.push(readLine(bytes, view, line))
    line = next
  }
  return { entries, at }
}

export const viewOf = (bytes: Bytes): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The last end record whose comment extends exactly to the last byte. */
function findEnd(bytes: Bytes, view: DataView): number {
  const earliest = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES)
  for (let at = bytes.length - END_BYTES; at >= earliest; at--) {
    const isEnd = view.getUint32(at, true) === END
    if (isEnd && at + END_BYTES + view.getUint16(at + 20, true) === bytes.length) return at
  }
  throw new SyncError('zip_invalid')
}

function locate(view: DataView, end: number, from: number) {
  const plain = {
    count: view.getUint16(end + 10, true),
    size: view.getUint32(end + 12, true),
    at: view.getUint32(end + 16, true),
  }
  const locator = end - LOCATOR64_BYTES
  const hasLocator = locator >= 0 && view.getUint32(locator, true) === LOCATOR64
  if (!hasLocator) return plain

  const end64 = numberAt(view, locator + 8) - from
  if (end64 < 0 || end64 + 56 > locator || view.getUint32(end64, true) !== END64) {
    throw new SyncError('zip_invalid')
  }
  return {
    count: numberAt(view, end64 + 32),
    size: numberAt(view, end64 + 40),
    at: numberAt(view, end64 + 48),
  }
}

/** A 64-bit number; values beyond JavaScript's integers exceed every limit anyway. */
const numberAt = (view: DataView, at: number): number => Number(view.getBigUint64(at, true))

const lineBytes = (view: DataView, at: number): number =>
  LINE_BYTES +
  view.getUint16(at + 28, true) +
  view.getUint16(at + 30, true) +
  view.getUint16(at + 32, true)

const UTF8_FLAG = 0x800
const MADE_ON_UNIX = [3, 19]

function readLine(bytes: Bytes, view: DataView, at: number): ArchiveEntry {
  const flags = view.getUint16(at + 8, true)
  const nameEnd = at + LINE_BYTES + view.getUint16(at + 28, true)
  const rawName = bytes.subarray(at + LINE_BYTES, nameEnd)
  const extra = extraFields(bytes.subarray(nameEnd, nameEnd + view.getUint16(at + 30, true)))
  const attributes = view.getUint32(at + 38, true) >>> 16
  const isUnix = MADE_ON_UNIX.includes(view.getUint8(at + 5))
  const [size, packedSize, headerAt] = zip64Values(extra, [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ])

  return {
    name: readName(rawName, (flags & UTF8_FLAG) !== 0, isUnix, extra),
    rawName,
    unixMode: isUnix && attributes !== 0 ? attributes : null,
    isEncrypted: (flags & 1) !== 0,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packedSize,
    size,
    headerAt,
  }
}

const UNICODE_PATH = 0x7075

/**
 * Info-ZIP writes the name a second time in UTF-8, with the checksum of the first. macOS, and Info-ZIP without a locale,
 * write UTF-8 without saying so; only archives of DOS and Windows are in its code page.
 */
function readName(raw: Bytes, isUtf8: boolean, isUnix: boolean, extra: Extra): string {
  const second = extra.get(UNICODE_PATH)
  const isCurrent = second && second.length > 5 && viewOf(second).getUint32(1, true) === crc32(raw)
  if (isCurrent && !isUtf8) return decodeUtf8(second.subarray(5)) ?? decodeCp437(raw)
  if (!isUtf8) return (isUnix ? decodeUtf8(raw) : null) ?? decodeCp437(raw)

  const name = decodeUtf8(raw)
  if (name === null) throw new SyncError('zip_damaged', { path: decodeCp437(raw), reason: 'name' })
  return name
}

// The upper half of the code page used by archives without the UTF-8 flag.
const UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const decodeCp437 = (bytes: Bytes): string =>
  Array.from(bytes, (byte) =>
    byte < 128 ? String.fromCharCode(byte) : (UPPER[byte - 128] ?? ''),
  ).join('')
