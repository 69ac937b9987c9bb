import { SyncError } from '#errors/sync-error.ts'
import { blobName } from '#objects/blob-name.ts'
import type { Bytes } from '#objects/bytes.ts'
import type { FileSet } from './gather-files.ts'

/** The bytes of a project's file by its git name; null if the project has no such file. */
export type Contents = (sha: string) => Promise<Bytes | null>

/** The contents of files that are in memory. They are named when the first one is asked for. */
export function contentsOf({ files }: Pick<FileSet, 'files'>): Contents {
  let named: Promise<Map<string, Bytes>> | null = null

  return async (sha) => {
    named ??= nameAll(files)
    return (await named).get(sha) ?? null
  }
}

const nameAll = async (files: FileSet['files']): Promise<Map<string, Bytes>> =>
  new Map(
    await Promise.all(
      files.map(async ({ bytes }): Promise<[string, Bytes]> => [await blobName(bytes), bytes]),
    ),
  )

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
