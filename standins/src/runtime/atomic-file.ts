import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const DRAFT = '.draft'

/**
 * A reader sees the old content or the new one, never a part, even after a kill in the middle.
 * No fsync: a stand-in's data is not worth waiting for the disk.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}${DRAFT}`

  await writeFile(draft, content, { mode: 0o600 })
  await rename(draft, path)
}

/** Removes the drafts that a killed process left behind. */
export async function removeDrafts(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })

  await Promise.all(
    names.filter((name) => name.endsWith(DRAFT)).map((name) => rm(join(folder, name))),
  )
}
