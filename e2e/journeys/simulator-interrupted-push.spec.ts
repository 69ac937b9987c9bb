import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { cloneOf, openWithGithub, projectOf } from './pushing.ts'

test('a push goes on after a reload in the middle, in the repository that it made', async ({
  page,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  const project = await projectOf(page)
  await codeHost.slow('POST', `/repos/${login}/halfway/git/*`, 4000)
  await beginPush(page, 'halfway')
  const warnings: string[] = []
  page.on('dialog', async (dialog) => {
    warnings.push(dialog.type())
    await dialog.accept()
  })

  // As a person does it: the browser asks first.
  await page.evaluate(() => {
    setTimeout(() => location.reload())
  })

  await expect(page.getByText(`A push to ${login}/halfway, main was interrupted.`)).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText(/^Pushed [\d,]+ files? to/)).toBeVisible({ timeout: 60_000 })
  expect(warnings).toEqual(['beforeunload'])
  expect(cloneOf(await codeHost.cloneAddress(login, 'halfway'))).toEqual(project)
  expect(await codeHost.headMessage(login, 'halfway')).toMatch(/^Update \d+ files/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Look at the changes' })).toBeVisible()
  await expect(page.getByText(/was interrupted/)).toHaveCount(0)
})

test.describe('a sign-out in another tab', () => {
  test.use({ expectedConsole: /status of 40[0-3]/ })

  test('lets a running push end, and its result be read', async ({
    page,
    context,
    codeHost,
    member: _,
  }) => {
    const login = await openWithGithub(page, codeHost)
    const project = await projectOf(page)
    await codeHost.slow('POST', `/repos/${login}/signed-out/git/*`, 3000)
    await beginPush(page, 'signed-out')

    const other = await context.newPage()
    await other.goto('/dashboard')
    await other.getByRole('button', { name: 'Your account' }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.bringToFront()

    const dialog = page.getByRole('dialog', { name: 'You signed out in another tab.' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText(/^Pushed [\d,]+ files? to/)).toBeVisible({ timeout: 60_000 })
    await expect(page).toHaveURL(/extension-simulator/)
    expect(cloneOf(await codeHost.cloneAddress(login, 'signed-out'))).toEqual(project)
  })
})

/** Presses the button of the review; the files are on their way when this returns. */
async function beginPush(page: Page, name: string): Promise<void> {
  await page.getByLabel('Search repositories').fill(name)
  await page.getByLabel(`New repository ${name}, private`).check()
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  await page.getByRole('button', { name: /^Push [\d,]+ files?$/ }).click()
  await expect(page.getByText(/^Sending/)).toBeVisible()
}
