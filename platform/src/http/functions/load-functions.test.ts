import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadFunctions } from './load-functions.ts'

test('each module of the folder is a function by the name of its file', async () => {
  const folder = folderWith({
    'hello.js': 'export default () => new Response()',
    'notes.txt': 'no module',
  })

  expect(Object.keys(await loadFunctions(folder))).toEqual(['hello'])
})

test.each([
  ['a module that exports no function', { 'a.js': 'export default 1' }, /a\.js must export/],
  ['a module that cannot be read', { 'a.js': 'export default (' }, /a\.js cannot be loaded/],
])('%s is told in a sentence', async (_what, files, told) => {
  await expect(loadFunctions(folderWith(files))).rejects.toThrow(told)
})

test('a folder that is not there is told in a sentence', async () => {
  await expect(loadFunctions('/no/such/folder')).rejects.toThrow(/cannot be read/)
})

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'platform-functions-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)

  return folder
}
