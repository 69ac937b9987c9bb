import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import {
  beginPush,
  chooseNewRepository,
  cloneOf,
  confirmPush,
  openWithGithub,
  projectOf,
  pushToNewRepository,
  signOutElsewhere,
} from './pushing.ts'
import { editor, openFile } from './simulator.ts'

test('a push goes on after a reload in the middle, in the repository that it made', async ({
  page,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  const project = await projectOf(page)
  const letGo = await codeHost.hold('POST', `/repos/${login}/halfway/git/*`)
  await chooseNewRepository(page, 'halfway')
  await beginPush(page)
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
  await letGo()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText(/^Pushed [\d,]+ files? to/)).toBeVisible({ timeout: 60_000 })
  expect(warnings).toEqual(['beforeunload'])
  expect(cloneOf(await codeHost.cloneAddress(login, 'halfway'))).toEqual(project)
  expect(await codeHost.headMessage(login, 'halfway')).toMatch(/^Update \d+ files/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Look at the changes' })).toBeVisible()
  await expect(page.getByText(/was interrupted/)).toHaveCount(0)
})

test('a push to an existing branch goes on after a reload in the middle', async ({
  page,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  await pushToNewRepository(page, 'second-half')
  await openFile(page, 'README.md')
  await editor(page, 'README.md').fill('# Second half\n')
  const project = await projectOf(page)
  const letGo = await codeHost.hold('POST', `/repos/${login}/second-half/git/trees`)
  await page.getByRole('button', { name: 'Push again' }).click()
  await beginPush(page)

  await reloadAndGoOn(page, letGo)

  expect(cloneOf(await codeHost.cloneAddress(login, 'second-half'))).toEqual(project)
  expect(await codeHost.headMessage(login, 'second-half')).toBe('Update README.md')
})

test('a push that ends after another project was opened links its own project', async ({
  page,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  const branch = `/repos/${login}/left-behind/git/refs/heads/main`
  const letGo = await codeHost.hold('PATCH', branch)
  await chooseNewRepository(page, 'left-behind')
  const moving = page.waitForRequest(
    (request) => request.method() === 'PATCH' && request.url().endsWith(branch),
  )
  await confirmPush(page)
  await moving
  const recorded = page.waitForResponse(/record-push/)
  await page.getByRole('button', { name: 'Project actions' }).click()
  await page.getByRole('menuitem', { name: 'New project' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Other')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await letGo()
  await recorded

  await page.reload()

  await expect(page.getByLabel('Project', { exact: true })).toContainText('Other')
  await expect(page.getByLabel('Search repositories')).toBeVisible()
  await page.getByLabel('Project', { exact: true }).click()
  await page.getByRole('option', { name: 'Tide planner' }).click()
  await expect(page.getByText(`${login}/left-behind`)).toBeVisible()
})

test.describe('a push to an empty repository', () => {
  // GitHub says by refusals that it is empty, which the browser logs.
  test.use({ expectedConsole: /status of 40[49]/ })

  test('goes on after a reload in the middle', async ({ page, codeHost, member: _ }) => {
    const login = await openWithGithub(page, codeHost)
    await codeHost.addRepository(login, 'vacant', [], true)
    const project = await projectOf(page)
    await page.reload()
    const letGo = await codeHost.hold('POST', `/repos/${login}/vacant/git/trees`)
    await page.getByLabel('vacant').check()
    await beginPush(page)

    await reloadAndGoOn(page, letGo)

    expect(cloneOf(await codeHost.cloneAddress(login, 'vacant'))).toEqual(project)
  })
})

test.describe('a sign-out in another tab', () => {
  test.use({ expectedConsole: /status of 40[0-3]/ })

  test('lets a running push end, and its result be read', async ({ page, codeHost, member: _ }) => {
    const login = await openWithGithub(page, codeHost)
    const project = await projectOf(page)
    const letGo = await codeHost.hold('POST', `/repos/${login}/signed-out/git/*`)
    await chooseNewRepository(page, 'signed-out')
    await beginPush(page)

    await signOutElsewhere(page)
    await letGo()

    await expect(page.getByText(/^Pushed [\d,]+ files? to/)).toBeVisible({ timeout: 60_000 })
    await expect(page).toHaveURL(/extension-simulator/)
    expect(cloneOf(await codeHost.cloneAddress(login, 'signed-out'))).toEqual(project)
  })
})

async function reloadAndGoOn(page: Page, letGo: () => Promise<unknown>): Promise<void> {
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText(/^A push to .* was interrupted\./)).toBeVisible()
  await letGo()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText(/^Pushed [\d,]+ files? to/)).toBeVisible({ timeout: 60_000 })
}
