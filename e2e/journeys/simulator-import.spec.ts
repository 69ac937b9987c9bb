import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleWhenOpen } from './accessible.ts'
import { choose } from './choose.ts'
import { type CodeHost, connect } from './code-host.ts'
import { test } from './fixtures.ts'
import { openWithGithub } from './pushing.ts'
import {
  buyPro,
  connectedPro,
  openPanel,
  openSimulator,
  pickUpSession,
  serviceKey,
} from './simulator.ts'

test.slow()

test('a private repository is imported by a copy that counts down and is deleted at once on request', async ({
  page,
  member: _,
  codeHost,
  checkout,
}) => {
  const login = await connectedPro(page, codeHost, checkout)

  const dialog = await askForCopy(page, codeHost, login)
  await expect(dialog).toContainText(
    `A copy of ${login}/secret-plans will be public for up to one minute.`,
  )
  await dialog.getByRole('button', { name: 'Make the copy' }).click()

  const open = page.getByRole('link', { name: 'Open in bolt.new' })
  await expect(open).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('timer')).toHaveAccessibleName(/^[1-6]?\d seconds left$/)
  const opening = page.waitForEvent('popup')
  await open.click()
  const builder = await opening
  await expect(builder.getByRole('list', { name: 'Files' })).toContainText('README.md', {
    timeout: 30_000,
  })

  await page.getByRole('button', { name: 'Delete now' }).click()

  await expect(page.getByText(/^Deleted\. The copy was public for \d+ s\.$/)).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText(`select ${login}/secret-plans, unless`)).toBeVisible()
  expect(await codeHost.repositoriesOf(login)).toEqual([`${login}/secret-plans`])
})

test('an import goes on without its tab, and each later one finds it and its end', async ({
  page,
  member: _,
  codeHost,
  checkout,
}) => {
  const login = await connectedPro(page, codeHost, checkout)
  const dialog = await askForCopy(page, codeHost, login)
  await dialog.getByRole('button', { name: 'Make the copy' }).click()
  await expect(page.getByRole('timer')).toBeVisible({ timeout: 60_000 })

  await page.reload()
  const other = await page.context().newPage()
  await openSimulator(other, 'import')
  await pickUpSession(other)

  await expect(page.getByRole('timer')).toBeVisible()
  await other.getByRole('button', { name: 'Delete now' }).click()
  // Each tab follows the import to its end. That it ends after a minute is shown by tests of the server.
  for (const tab of [other, page])
    await expect(tab.getByText(/^Deleted\. The copy was public for \d+ s\.$/)).toBeVisible({
      timeout: 30_000,
    })
})

test('other branches are locked for free members, bought in another tab, and open without a reload', async ({
  page,
  member: _,
  codeHost,
  checkout,
}) => {
  const login = await codeHost.newPerson()
  await codeHost.install(login)
  await codeHost.addRepository(login, 'secret-plans', [{ message: 'First', hoursAgo: 2 }], true)
  await codeHost.commit(
    login,
    'secret-plans',
    { 'draft.txt': 'later' },
    {
      branch: 'draft',
    },
  )
  await codeHost.addRepository(login, 'open-plans', [{ message: 'First', hoursAgo: 2 }])
  await connect(page, login)
  await openSimulator(page, 'import')
  await pickUpSession(page)

  await page.getByRole('radio', { name: /open-plans/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('link', { name: 'Open in bolt.new' })).toHaveAttribute(
    'href',
    new RegExp(`/~/github\\.com/${login}/open-plans$`),
  )
  await page.getByRole('button', { name: 'Choose another one' }).click()
  await page.getByRole('radio', { name: /secret-plans/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Import with a temporary copy' })).toBeVisible()
  await page.getByRole('button', { name: 'Choose another one' }).click()
  await page.getByRole('radio', { name: /secret-plans/ }).check()
  await choose(page, page.getByRole('combobox', { name: 'Branch' }), 'draft')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Part of Pro')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import with a temporary copy' })).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a ZIP instead' }).click()
  expect((await downloading).suggestedFilename()).toBe('secret-plans.zip')
  await openPanel(page, 'Automatic')
  await expect(page.getByRole('tabpanel').getByText('Part of Pro')).toHaveCount(2)

  const shop = await page.context().newPage()
  await buyPro(shop, checkout)
  await openPanel(page, 'Import')
  await page.getByRole('button', { name: 'Bought already? Check again' }).click()

  await expect(page.getByRole('button', { name: 'Import with a temporary copy' })).toBeVisible()
})

test('possible secrets stop a copy until somebody accepts them', async ({
  page,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  await codeHost.addRepository(login, 'secret-plans', [{ message: 'First', hoursAgo: 2 }], true)
  await codeHost.commit(login, 'secret-plans', {
    'src/key.ts': `export const key = '${serviceKey()}'`,
  })
  await page.reload()
  await openPanel(page, 'Import')

  await chooseCopy(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Make the copy' }).click()
  const findings = page.getByRole('region', { name: '1 possible secret would become public' })
  await expect(findings).toContainText('src/key.ts:1:21', { timeout: 30_000 })
  expect(await codeHost.repositoriesOf(login)).toEqual([`${login}/secret-plans`])
  await expectAccessibleWhenOpen(page, '[role=tabpanel]:not([hidden])')
  // The safe answer has the focus.
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Stopped. Nothing became public.')).toBeVisible()
  expect(await codeHost.repositoriesOf(login)).toEqual([`${login}/secret-plans`])

  await page.getByRole('button', { name: 'Import another one' }).click()
  await chooseCopy(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Make the copy' }).click()
  await page.getByRole('button', { name: 'Make it public all the same' }).click({ timeout: 30_000 })
  await expect(page.getByRole('timer')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Delete now' }).click()
  await expect(page.getByText(/^Deleted\. The copy was public/)).toBeVisible({ timeout: 30_000 })
})

/** Opens the question that comes before a copy of the member's only repository. */
async function askForCopy(page: Page, codeHost: CodeHost, login: string): Promise<Locator> {
  await codeHost.addRepository(login, 'secret-plans', [{ message: 'First', hoursAgo: 2 }], true)
  await openSimulator(page, 'import')
  await pickUpSession(page)
  await chooseCopy(page)

  return page.getByRole('dialog')
}

async function chooseCopy(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /secret-plans/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Import with a temporary copy' }).click()
}
