import type { SourceFile } from '@app/sync/read-files'
import { writeZip } from '@app/sync/write-zip'

/** Hands the files to the browser's downloads as a ZIP. */
export async function saveZip(name: string, files: SourceFile[]): Promise<void> {
  const bytes = writeZip(files, Date.now())
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }))
  Object.assign(document.createElement('a'), { href: address, download: `${name}.zip` }).click()
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
