import { SyncError } from '#errors/sync-error.ts'
import { blobName } from '#objects/blob-name.ts'
import type { Bytes } from '#objects/bytes.ts'
import type { FileSet } from './gather-files.ts'

/** The bytes of a project's file by its git name; null if the project has no such file. */
export type Contents = (sha: string) => Promise<Bytes | null>

/** The contents of files that are in memory. They are named when the first one is asked for. */
export function contentsOf({ files }: Pick<FileSet, 'files'>): Contents {
  let bySha: Promise<Map<string, Bytes>> | null = null

  return async (sha) => {
    bySha ??= blobNames(files).then(
      (names) => new Map(files.map(({ bytes }, i) => [names[i] ?? '', bytes])),
    )
    return (await bySha).get(sha) ?? null
  }
}

const AT_ONCE = 64
/** Projects are compared, pushed and compared again with the same bytes. */
const knownNames = new WeakMap<Bytes, string>()

/** The git names of files, in their order. A few are named at once, because naming copies them. */
export async function blobNames(
  files: FileSet['files'],
  onNamed: (done: number) => void = () => {},
): Promise<string[]> {
  const names: string[] = []
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE)
    names.push(...(await Promise.all(some.map(({ bytes }) => knownName(bytes)))))
    onNamed(names.length)
  }
  return names
}

async function knownName(bytes: Bytes): Promise<string> {
  const name = knownNames.get(bytes) ?? (await blobName(bytes))
  knownNames.set(bytes, name)

  return name
}

/** A file that a push sends. The place that keeps the project may have lost it. */
export async function requireContent(
  contents: Contents,
  path: string,
  sha: string,
): Promise<Bytes> {
  const bytes = await contents(sha)
  if (!bytes) throw new SyncError('contents_missing', { path })

  return bytes
}
