import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathOfFile } from './file-paths.ts'
import type { FileSource } from './import-bytes.ts'

/** Files as an export writes them. */
export const openFolderStorage =
  (folder: string): FileSource =>
  async (bucket, name) => {
    for (const isFolderToo of [false, true]) {
      const file = join(folder, pathOfFile(bucket, name, isFolderToo))
      const found = await stat(file).catch(() => null)
      if (found?.isFile()) return { bytes: createReadStream(file), md5: await digestOf(file) }
    }
    return null
  }

async function digestOf(file: string): Promise<string> {
  const hash = createHash('md5')
  for await (const chunk of createReadStream(file)) hash.update(chunk)

  return hash.digest('hex')
}
