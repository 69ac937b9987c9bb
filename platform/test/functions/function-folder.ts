import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import '#test/databases/given.ts'

/** A folder with files, deleted after the test. Not a temporary one, which may be below /dev, where Deno reads nothing. */
export function newFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(inject('database').scratch, 'project-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  return folder
}
