import { type FileSet, gatherFiles, isLeftOutAlways } from '#files/gather-files.ts'
import { type Bytes, release } from '#objects/bytes.ts'
import { type LocatedFile, locateFiles, readLocated, readZip, ZIP_LIMITS } from './read-zip.ts'

/** So much of a large archive is in memory beside its files. */
const PORTION_BYTES = 4_000_000

/** As `readZip`, for an archive outside of the program's memory. A large one is never there together with its files. */
export async function readZipBlob(archive: Blob): Promise<FileSet> {
  if (archive.size <= PORTION_BYTES) return readZip(await bytesOf(archive))
  const located = await locateIn(archive)
  const list = []
  for (const { start, end, files } of portionsOf(located)) {
    const bytes = await bytesOf(archive.slice(start, end))
    for (const file of files) {
      const data = bytes.subarray(file.dataAt - start, file.end - start)
      list.push(readLocated(file, data, isLeftOutAlways))
    }
    release(bytes)
  }
  return gatherFiles(list, {})
}

async function locateIn(archive: Blob): Promise<LocatedFile[]> {
  const bytes = await bytesOf(archive)
  const located = locateFiles(bytes, ZIP_LIMITS)
  release(bytes)

  return located
}

type Portion = { start: number; end: number; files: LocatedFile[] }

/** Small files lie beside each other, and are read together. */
function portionsOf(located: readonly LocatedFile[]): Portion[] {
  const portions: Portion[] = []
  for (const file of located.toSorted((one, other) => one.start - other.start)) {
    const last = portions.at(-1)
    if (last && file.end - last.start <= PORTION_BYTES) {
      last.end = file.end
      last.files.push(file)
    } else portions.push({ start: file.start, end: file.end, files: [file] })
  }
  return portions
}

const bytesOf = async (blob: Blob): Promise<Bytes> => new Uint8Array(await blob.arrayBuffer())
