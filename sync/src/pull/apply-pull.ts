import { SyncError } from '#errors/sync-error.ts'
import type { SourceFile } from '#files/gather-files.ts'
import { blobName } from '#objects/blob-name.ts'
import type { PulledChange } from './pull.ts'

/**
 * The project's files after a pull, with the project's spelling of names. Throws `contents_missing` if a file changed since the comparison,
 * so that no edit is lost.
 */
export async function applyPull(
  files: readonly SourceFile[],
  changes: readonly PulledChange[],
): Promise<SourceFile[]> {
  const byName = new Map(files.map((file) => [file.path.normalize('NFC'), file]))
  const next = new Map(byName)
  for (const { path, before, file } of changes) {
    const name = path.normalize('NFC')
    const here = byName.get(name)
    const sha = here ? await blobName(here.bytes) : null
    if (sha !== before) throw new SyncError('contents_missing', { path })
    if (file) next.set(name, { ...file, path: here?.path ?? path })
    else next.delete(name)
  }
  return [...next.values()]
}
