import type { Contents, NamedProject } from '#files/contents.ts'
import {
  type ArchivedFile,
  type FileSet,
  gatherFiles,
  isLeftOutAlways,
} from '#files/gather-files.ts'
import { blobNameAtOnce } from '#objects/blob-name.ts'
import type { Bytes } from '#objects/bytes.ts'
import { nameIn } from '#objects/listing.ts'
import { openRoom, type Room } from '#objects/room.ts'
import { directoryStart, readDirectory } from './central-directory.ts'
import {
  locate,
  type Place,
  placesIn,
  readLocated,
  readZip,
  refuseLargeArchive,
  ZIP_LIMITS,
} from './read-zip.ts'

/** So much of a large archive is in memory beside its files. */
const PORTION_BYTES = 4_000_000
/** The directory of a thousand files is shorter. */
const TAIL_BYTES = 200_000

/** Reading a small file again takes longer than keeping it. */
const KEPT = { fileBytes: 100_000, bytes: 8_000_000 }

type NamedFile = ArchivedFile & { sha: string; size: number; place: Place; isKept: boolean }

/**
 * As `readZip`, for an archive outside of the program's memory. Of a large one only portions are read, and most files are read again for
 * each use.
 */
export async function readZipBlob(archive: Blob): Promise<FileSet | NamedProject> {
  if (archive.size <= PORTION_BYTES) return readZip(await openReader(archive)(0, archive.size))
  refuseLargeArchive(archive.size, ZIP_LIMITS)
  const read = openReader(archive)
  const places = placesIn(await readDirectoryIn(archive.size, read), ZIP_LIMITS)
  const list: NamedFile[] = []
  const room = openRoom()
  let kept = 0
  for (const { start, before, places: some } of portionsOf(places)) {
    const bytes = await read(start, before)
    for (const place of some) {
      const file = locate(place, bytes, start)
      if (!file) continue
      const data = bytes.subarray(file.dataAt - start, file.end - start)
      const whole = readLocated(file, data, isLeftOutAlways, room)
      const size = whole.bytes.length
      const isKept = size <= KEPT.fileBytes && kept + size <= KEPT.bytes
      if (isKept) kept += size
      list.push({
        ...whole,
        bytes: isKept || isRead(whole) ? whole.bytes.slice() : NO_BYTES,
        sha: blobNameAtOnce(whole.bytes),
        size,
        place,
        isKept,
      })
    }
  }
  const { files, leftOut } = gatherFiles(list, {})

  return {
    files: files.map(({ path, sha, size, mode }) => ({ path, sha, size, mode })),
    leftOut,
    contents: contentsIn(files, read),
  }
}

const NO_BYTES: Bytes = new Uint8Array()

/** Whether the content decides which files belong to the project. */
const isRead = ({ path, mode }: ArchivedFile) => mode === '120000' || nameIn(path) === '.gitignore'

/** Null for a file that can no longer be read. */
function contentsIn(files: readonly NamedFile[], read: Read): Contents {
  const bySha = new Map(files.map((file) => [file.sha, file]))
  const readAgain = async ({ place }: NamedFile, room?: Room): Promise<Bytes | null> => {
    const bytes = await read(place.start, place.before)
    const file = locate(place, bytes, place.start)
    if (!file) return null
    const data = bytes.subarray(file.dataAt - place.start, file.end - place.start)

    return readLocated(file, data, () => false, room).bytes
  }
  let last: Promise<unknown> = Promise.resolve()

  return (sha, room) => {
    const file = bySha.get(sha)
    if (!file || file.isKept) return Promise.resolve(file?.bytes ?? null)
    // One after the other, because all are read into one buffer.
    const next = last.then(() => readAgain(file, room)).catch(() => null)
    last = next

    return next
  }
}

/** What was read is valid until the next call. */
type Read = (start: number, before: number) => Promise<Bytes>

async function readDirectoryIn(size: number, read: Read) {
  const tail = Math.max(0, size - TAIL_BYTES)
  const start = directoryStart(await read(tail, size), tail)
  const from = Math.min(tail, start)

  // Entries hold their names as parts of these bytes.
  return readDirectory((await read(from, size)).slice(), ZIP_LIMITS.entries, from)
}

type Portion = { start: number; before: number; places: Place[] }

/** Small files lie beside each other, and are read together. */
function portionsOf(places: readonly Place[]): Portion[] {
  const portions: Portion[] = []
  for (const place of places) {
    const last = portions.at(-1)
    if (last && place.before - last.start <= PORTION_BYTES) {
      last.before = place.before
      last.places.push(place)
    } else portions.push({ start: place.start, before: place.before, places: [place] })
  }
  return portions
}

/** Reads into one buffer: of bytes that a browser has made, it keeps all until the next collection. */
function openReader(archive: Blob): Read {
  let buffer = new ArrayBuffer(0)

  return async (start, before) => {
    const part = archive.slice(start, before)
    if (buffer.byteLength < part.size) buffer = new ArrayBuffer(part.size)
    const bytes = await readInto(part, buffer)
    buffer = bytes.buffer

    return bytes
  }
}

async function readInto(part: Blob, buffer: ArrayBuffer): Promise<Bytes> {
  const reader = byteReader(part)
  if (!reader) return new Uint8Array(await part.arrayBuffer())
  let bytes = new Uint8Array(buffer, 0, 0)
  reading.add(reader)
  try {
    while (bytes.length < part.size) {
      const { length } = bytes
      const { value } = await reader.read(new Uint8Array(bytes.buffer, length, part.size - length))
      if (!value?.length) throw new TypeError('a file has changed while it was read')
      bytes = new Uint8Array(value.buffer, 0, length + value.length)
    }
    return bytes
  } finally {
    reading.delete(reader)
  }
}

/** Chromium collects a reader that only its own pending read refers to, and the read never ends. */
const reading = new Set<unknown>()

/** Null in browsers that cannot read into a given buffer. */
function byteReader(part: Blob) {
  try {
    return part.stream().getReader({ mode: 'byob' })
  } catch {
    return null
  }
}
