import { expect, type Page } from '@playwright/test'
import { archiveOf } from './pushing.ts'
import { type Extension, look, test } from './with-extension.ts'

test('the export is found in every layout, language and way, also while the header is redrawn, and no file lands on the disk', async ({
  extension,
  builder,
}) => {
  await extension.connectMember()
  const project = await builder.newProject('Found')
  const { page, tabId } = await extension.openProject(project)
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.url()))
  const button = page.locator('gitferry-button').getByRole('button')
  const panel = await extension.openPanel(tabId)
  for (const settings of [
    { layout: 'export-button', language: 'es' },
    { layout: 'status-menu', exportWay: 'link' },
    { layout: 'wordless', exportWay: 'blob', language: 'en' },
    { layout: 'project-menu', exportWay: 'worker' },
    { exportWay: 'blob', language: 'es', redrawMs: 150 },
  ] as const) {
    await builder.set(settings)
    await page.reload()
    await expect(button).toBeVisible()
    await look(panel, 'found')

    const said = JSON.stringify(settings)
    await expect(panel.getByText('4 added'), said).toBeVisible()
    await expect(page.getByRole('menu'), said).toHaveCount(0)
    // Beside Publish, and not floating.
    await expect(page.locator('gitferry-button + button.publish'), said).toBeVisible()
    await panel.getByRole('button', { name: 'Change', exact: true }).click()
  }
  expect(downloads).toEqual([])
})

test('where the builder has moved its export, or hands it over out of sight, its own button or a dropped ZIP does it', async ({
  extension,
  builder,
}) => {
  await extension.connectMember()
  await builder.set({ layout: 'moved' })
  const project = await builder.newProject('Moved')
  const { page, tabId } = await extension.openProject(project)
  const panel = await extension.openPanel(tabId)
  await page.goto(`${page.url()}?tab=settings`)
  await look(panel, 'moved')
  await expect(panel.getByText('bolt.new has moved its export.')).toBeVisible()
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(panel.getByText('4 added')).toBeVisible()

  await builder.set({ layout: 'project-menu', exportWay: 'picker' })
  await page.goto(`${builder.url}/~/${project}`)
  await panel.getByRole('button', { name: 'Change', exact: true }).click()
  await look(panel, 'moved')
  await expect(panel.getByText('or drop a ZIP file here')).toBeVisible({ timeout: 30_000 })
  await drop(panel, { 'one.txt': '1', 'two.txt': '2' })
  await expect(panel.getByText('tide.zip is used for the next comparison.')).toBeVisible()
  await look(panel, 'moved')
  await expect(panel.getByText('2 added')).toBeVisible()
})

test('every way in which an export fails ends in a sentence', async ({ extension, builder }) => {
  await extension.connectMember()
  const fails = [
    ['silent', 'The builder did not hand over the project.'],
    ['error', 'The builder did not hand over the project.'],
    ['no-zip', 'This is not a ZIP file.'],
    ['damaged', 'The ZIP file is damaged'],
    ['empty', 'The project has no files.'],
    ['huge', 'The ZIP file is too large (more than 100 MB).'],
  ] as const
  const begun = []
  for (const [exportFailure, sentence] of fails) {
    await builder.set({ exportFailure })
    const panel = await beginOne(extension, await builder.newProject(exportFailure))
    begun.push({ panel, sentence })
  }

  for (const { panel, sentence } of begun) {
    await expect(panel.getByRole('alert')).toContainText(sentence, { timeout: 30_000 })
  }
})

/** Resolves after the page knows how to fail. */
async function beginOne(extension: Extension, project: string): Promise<Page> {
  const { page, tabId } = await extension.openProject(project)
  const panel = await extension.openPanel(tabId)
  const answered = page.waitForResponse(/\/export$/)
  await look(panel, project)
  await answered

  return panel
}

async function drop(panel: Page, files: Record<string, string>): Promise<void> {
  const { name, buffer } = archiveOf(files)
  await panel.evaluate(
    ({ name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], name))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }))
    },
    { name, base64: buffer.toString('base64') },
  )
}
