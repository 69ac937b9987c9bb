import { SyncError } from '#errors/sync-error.ts'
import { blobName } from '#objects/blob-name.ts'
import type { Bytes } from '#objects/bytes.ts'
import type { Mode } from '#objects/listing.ts'
import type { Room } from '#objects/room.ts'
import type { FileSet, LeftOut } from './gather-files.ts'

/** The content of a project file by its SHA; null if the project lacks it. With a room it may be there. */
export type Contents = (sha: string, room?: Room) => Promise<Bytes | null>

/** A project whose files have git SHAs, and need not be in memory. */
export type NamedProject = {
  files: { path: string; sha: string; size: number; mode: Mode | null }[]
  leftOut: LeftOut[]
  contents: Contents
}

/** Contents of files. The SHAs of those in memory are computed at the first request. */
export function contentsOf(project: Pick<FileSet, 'files'> | NamedProject): Contents {
  if ('contents' in project) return project.contents
  const { files } = project
  let bySha: Promise<Map<string, Bytes>> | null = null

  return async (sha) => {
    bySha ??= blobNames(files).then(
      (names) => new Map(files.map(({ bytes }, i) => [names[i] ?? '', bytes])),
    )
    return (await bySha).get(sha) ?? null
  }
}

/** Hashing copies a file twice. */
const AT_ONCE = { files: 64, bytes: 2_000_000 }
/** Comparisons and pushes repeatedly use the same bytes. */
const knownNames = new WeakMap<Bytes, string>()

/** The git SHAs of files, in order. Only a few are computed concurrently, because hashing copies them. */
export async function blobNames(
  files: FileSet['files'],
  onNamed: (done: number) => void = () => {},
): Promise<string[]> {
  const names: string[] = []
  while (names.length < files.length) {
    const some = firstFew(files, names.length)
    names.push(...(await Promise.all(some.map(({ bytes }) => knownName(bytes)))))
    onNamed(names.length)
  }
  return names
}

function firstFew(files: FileSet['files'], from: number): FileSet['files'] {
  let bytes = 0
  let to = from
  do bytes += files[to++]?.bytes.length ?? 0
  while (to < files.length && to - from < AT_ONCE.files && bytes < AT_ONCE.bytes)

  return files.slice(from, to)
}

async function knownName(bytes: Bytes): Promise<string> {
  const name = knownNames.get(bytes) ?? (await blobName(bytes))
  knownNames.set(bytes, name)

  return name
}

/** The content of a file to push. The project's storage may have lost it. */
export async function requireContent(
  contents: Contents,
  path: string,
  sha: string,
  room?: Room,
): Promise<Bytes> {
  const bytes = await contents(sha, room)
  if (!bytes) throw new SyncError('contents_missing', { path })

  return bytes
}
