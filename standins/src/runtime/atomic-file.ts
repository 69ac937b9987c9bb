import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const DRAFT = '.draft'

/**
 * Whoever reads the file, even after a kill in the middle, sees the old content or the new one, never a piece.
 * There is no fsync: a power cut may cost the last moments, and a stand-in's memory is not worth waiting for the disk.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}${DRAFT}`

  await writeFile(draft, content, { mode: 0o600 })
  await rename(draft, path)
}

/** Clears away what a killed process was still writing. */
export async function sweepDrafts(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })

  await Promise.all(
    names.filter((name) => name.endsWith(DRAFT)).map((name) => rm(join(folder, name))),
  )
}
