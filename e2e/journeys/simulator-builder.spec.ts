import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { editor, openFile, openSimulator } from './simulator.ts'

test('a project is edited, and is there after a reload', async ({ page, member: _ }) => {
  await openSimulator(page)

  await openFile(page, 'app.tsx')
  await editor(page, 'src/app.tsx').fill('export const App = () => null\n')
  await page.getByRole('button', { name: 'Add file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Path').fill('../outside.ts')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText("A repository can't store this path.")).toBeVisible()
  await dialog.getByLabel('Path').fill('src/new.ts')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await editor(page, 'src/new.ts').fill('new\n')
  await page.getByRole('button', { name: 'Rename file' }).click()
  await dialog.getByLabel('Path').fill('src/renamed.ts')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(editor(page, 'src/renamed.ts')).toHaveValue('new\n')
  await openFile(page, 'moon.ts')
  await page.getByRole('button', { name: 'Delete file' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await openFile(page, 'styles.css')
  await page.getByRole('button', { name: 'Delete file' }).click()
  await expect(page.getByText('24 files', { exact: true })).toBeVisible()

  await page.reload()

  await openFile(page, 'app.tsx')
  await expect(editor(page, 'src/app.tsx')).toHaveValue('export const App = () => null\n')
  await openFile(page, 'renamed.ts')
  await expect(editor(page, 'src/renamed.ts')).toHaveValue('new\n')
  const files = page.getByRole('navigation', { name: 'Files' })
  await expect(files.getByRole('button', { name: 'moon.ts' })).toBeVisible()
  await expect(files.getByRole('button', { name: 'styles.css' })).toHaveCount(0)
})

test('a ZIP goes out and comes back as it was, modes and names included', async ({
  page,
  member: _,
}) => {
  await openSimulator(page)
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  const archive = join(folder, 'tide.zip')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download ZIP' }).click()
  await (await downloading).saveAs(archive)

  const entries = entriesOf(readFileSync(archive))
  expect(Object.keys(entries)).toHaveLength(24)
  expect(entries['scripts/refresh-tides.sh']?.mode).toBe(0o100755)
  expect(entries['README.md']?.mode).toBe(0o100644)
  expect(entries['public/.nojekyll']?.size).toBe(0)
  expect(entries).toHaveProperty(['docs/mañana.md'])

  await page.getByLabel('Open a ZIP').setInputFiles(archive)
  await expect(page.getByRole('dialog')).toContainText('tide has 24 files.')
  await page.getByRole('dialog').getByRole('button', { name: 'New project' }).click()
  await openFile(page, 'refresh-tides.sh')
  await expect(page.getByText('Executable')).toBeVisible()
  await openFile(page, 'favicon.png')
  await expect(page.getByRole('img', { name: 'Picture public/favicon.png' })).toBeVisible()

  const damaged = readFileSync(archive)
  damaged[60] = (damaged[60] ?? 0) ^ 0xff
  writeFileSync(join(folder, 'damaged.zip'), damaged)
  await page.getByLabel('Open a ZIP').setInputFiles(join(folder, 'damaged.zip'))
  await expect(page.getByRole('alert')).toContainText('The ZIP file is damaged')
  await page.getByLabel('Open a ZIP').setInputFiles({
    name: 'none.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('not an archive'),
  })
  await expect(page.getByRole('alert')).toContainText('This is not a ZIP file.')
})

test('a folder is opened, or dropped anywhere, without what never goes to GitHub', async ({
  page,
  member: _,
}) => {
  const folder = tideFolder()
  await openSimulator(page)

  await page.getByLabel('Open a folder').setInputFiles(folder)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('tide-clock has 2 files.')
  await dialog.getByRole('button', { name: 'New project' }).click()
  await openFile(page, 'clock.ts')
  await expect(editor(page, 'src/clock.ts')).toHaveValue('first\n')

  writeFileSync(join(folder, 'src/clock.ts'), 'second\n')
  await drop(page, folder)
  await expect(dialog).toContainText('tide-clock has 2 files.')
  await dialog.getByRole('button', { name: /^Replace the files of/ }).click()
  await expect(editor(page, 'src/clock.ts')).toHaveValue('second\n')
})

test('a full storage is told in place, and nothing is lost from the screen', async ({
  page,
  member: _,
}) => {
  await openSimulator(page)
  await openFile(page, 'README.md')
  const freeSpace = await fillStorage(page)

  await editor(page, 'README.md').fill('kept on the screen')

  await expect(page.getByRole('alert')).toContainText('no space left')
  await expect(editor(page, 'README.md')).toHaveValue('kept on the screen')
  await freeSpace()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('files that find no space leave what was typed just before, and it is saved later', async ({
  page,
  member: _,
}) => {
  await openSimulator(page)
  await openFile(page, 'README.md')
  const freeSpace = await fillStorage(page)
  await editor(page, 'README.md').fill('typed before')
  await drop(page, tideFolder())
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Replace the files of/ })
    .click()
  await expect(page.getByRole('alert')).toContainText('no space left')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await freeSpace()
  await editor(page, 'README.md').press('End')
  await editor(page, 'README.md').pressSequentially(', and after')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.reload()
  await openFile(page, 'README.md')
  await expect(editor(page, 'README.md')).toHaveValue('typed before, and after')
})

/** Nothing can be stored, until the returned function is called. */
async function fillStorage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put
    Object.assign(window, { letStore: () => Object.assign(IDBObjectStore.prototype, { put }) })
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })

  return () => page.evaluate(() => (window as unknown as { letStore: () => void }).letStore())
}

function tideFolder(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'folder-')), 'tide-clock')
  const files = {
    'README.md': '# Tide clock\n',
    'src/clock.ts': 'first\n',
    'node_modules/react/index.js': 'never\n',
    '.git/config': 'never\n',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }

  return folder
}

/** As from the desktop: a page cannot make up a folder. */
async function drop(page: Page, folder: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data })
  }
}

/** The central directory of an archive, as Unix programs read it. */
function entriesOf(archive: Buffer): Record<string, { mode: number; size: number }> {
  const entries: Record<string, { mode: number; size: number }> = {}
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  let at = archive.readUInt32LE(end + 16)
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const nameBytes = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameBytes)
    entries[name] = {
      mode: archive.readUInt32LE(at + 38) >>> 16,
      size: archive.readUInt32LE(at + 24),
    }
    at += 46 + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return entries
}
