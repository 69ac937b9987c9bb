import type { SourceFile } from '@app/sync/read-files'
import { writeArchive } from './archives.ts'

/** Writes the files into an archive and downloads it. */
export async function saveZip(name: string, files: SourceFile[]): Promise<void> {
  const address = URL.createObjectURL(await writeArchive(files, Date.now()))
  Object.assign(document.createElement('a'), { href: address, download: `${name}.zip` }).click()
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
