import { expect } from '@playwright/test'
import { layoutShift, watchLayoutShifts } from './layout-shift.ts'
import { signIn } from './people.ts'
import { test } from './with-extension.ts'

const MOST_SHIFT = 0.02

test('the dashboard and the development settings say what the extension answers, and nothing moves', async ({
  extension,
}) => {
  const { context } = extension
  const person = await extension.signInMember()
  const page = await context.newPage()
  await page.addInitScript(watchLayoutShifts)
  await page.goto('/')
  await signIn(page, person)

  await page.goto('/dashboard')
  await expect(page.getByText('Version 1.0.0, signed in', { exact: true })).toBeVisible()
  await expect(page.getByText('Add the extension (done)')).toBeVisible()
  expect(await layoutShift(page)).toBeLessThanOrEqual(MOST_SHIFT)

  await page.goto('/settings?tab=development')
  await expect(page.getByText('Has its own session', { exact: true })).toBeVisible()
  await expect(page.getByText('branch_management')).toBeVisible()
})

test('words of the site find an export that the builder has renamed, and its sentence stands in the panel', async ({
  extension,
  builder,
}) => {
  await extension.connectMember()
  const worker = await extension.worker()
  const hints = () =>
    worker.evaluate(async () => (await chrome.storage.local.get<{ hints?: Hints }>('hints')).hints)
  await expect
    .poll(async () => (await hints())?.said)
    .toEqual({
      download: [],
      export: [],
      banner: null,
    })
  const { page, tabId } = await extension.openProject(await builder.newProject('Renamed'))
  await page.evaluate(renameExport)
  await worker.evaluate((said) => chrome.storage.local.set({ hints: { said, at: Date.now() } }), {
    download: ['keep a copy'],
    export: ['take out'],
    banner: { en: 'The export has another name today.', es: 'La exportación se llama distinto.' },
  })

  const panel = await extension.openPanel(tabId)
  await expect(panel.getByText('The export has another name today.')).toBeVisible()
  await panel.getByLabel('Search repositories').fill('renamed')
  await panel.getByLabel('New repository renamed, private').check()
  await panel.getByRole('button', { name: 'Look at the changes' }).click()

  await expect(panel.getByText('4 added')).toBeVisible()
})

type Hints = { said: object; at: number }

/** A redesign of the builder: other words, and no known icon. */
function renameExport(): void {
  for (const menu of document.querySelectorAll('template')) {
    menu.innerHTML = menu.innerHTML
      .replace('Export project', 'Take out')
      .replace('Download as ZIP', 'Keep a copy')
      .replaceAll('i-ph:download-simple', 'i-ph:box')
  }
}
