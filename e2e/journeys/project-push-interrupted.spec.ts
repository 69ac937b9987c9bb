import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type CodeHost, connect } from './code-host.ts'
import { test } from './fixtures.ts'
import type { Person } from './people.ts'
import { makeProject, restClientFor } from './projects.ts'
import {
  archiveOf,
  beginPush,
  chooseNewRepository,
  cloneOf,
  push,
  signOutElsewhere,
} from './pushing.ts'

const FILES = { 'a.txt': 'one\n', 'b.txt': 'two\n' }
/** What git has after the push; the first file was there before. */
const CLONE = { 'README.md': '100644 tide', 'a.txt': '100644 one\n', 'b.txt': '100644 two\n' }

/** The longest that a push waits for by itself. */
const LIMIT_S = 20

test('a push from the project’s page goes on after a reload in the middle', async ({
  page,
  member,
  codeHost,
  request,
}) => {
  const { login, address } = await openPush(page, codeHost, request, member)
  const letGo = await codeHost.hold('POST', `/repos/${login}/tide/git/*`)
  await chooseFiles(page)
  await beginPush(page)
  page.on('dialog', (dialog) => dialog.accept())

  await page.evaluate(() => {
    setTimeout(() => location.reload())
  })

  await expect(
    page.getByText(
      `A push to ${login}/tide, main was interrupted. Choose the same ZIP file again to go on.`,
    ),
  ).toBeVisible()
  await letGo()
  await chooseFiles(page)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText(/^Pushed 2 files to/)).toBeVisible({ timeout: 60_000 })
  expect(cloneOf(address)).toEqual(CLONE)
  expect(await codeHost.commitCount(login, 'tide')).toBe(2)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Choose a ZIP file' })).toBeVisible()
  await expect(page.getByText(/was interrupted/)).toHaveCount(0)
})

test('a file that was opened for one project is not offered for the next', async ({
  page,
  member,
  codeHost,
  request,
}) => {
  const { rest } = await restClientFor(request, member)
  await rest('bolt_projects', { method: 'POST', data: { project_name: 'Ebb' } })
  await openPush(page, codeHost, request, member)
  await page.getByRole('link', { name: 'Tide', exact: true }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).first().click()
  await page.getByRole('link', { name: 'Ebb', exact: true }).click()
  await page.getByRole('button', { name: 'More actions for Ebb' }).click()
  await page.getByRole('menuitem', { name: 'Push a ZIP' }).click()
  await chooseFiles(page)
  await expect(page.getByText('tide: 2 files.')).toBeVisible()

  // From one page for ZIP files to the other, as the browser's list of visited pages does it.
  await page.evaluate(() => history.go(-4))

  await expect(page.getByRole('link', { name: 'Tide', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a ZIP file' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Look at the changes' })).toHaveCount(0)
})

test('the first push of a project without a link is told of, and is known at the next', async ({
  page,
  member,
  codeHost,
  request,
}) => {
  const login = await codeHost.newPerson()
  await codeHost.install(login)
  await connect(page, login)
  const { path } = await makeProject(await restClientFor(request, member), 'Ebb')
  await page.goto(`${path}/push`)
  await chooseFiles(page)
  await chooseNewRepository(page, 'ebb')
  await page.getByRole('button', { name: 'Look at the changes' }).click()

  await push(page)

  await page.locator('input[type="file"]').setInputFiles(archiveOf({ 'a.txt': 'three\n' }))
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  await expect(page.getByText('1 changed, 1 deleted')).toBeVisible()
  await expect(page.getByText(/was never pushed to/)).toHaveCount(0)
})

test.describe('a sign-out in another tab', () => {
  test.use({ expectedConsole: /status of 40[0-3]/ })

  test('lets a push from the project’s page end, and its result be read', async ({
    page,
    member,
    codeHost,
    request,
  }) => {
    const { login, address } = await openPush(page, codeHost, request, member)
    const place = page.url()
    const letGo = await codeHost.hold('POST', `/repos/${login}/tide/git/*`)
    await chooseFiles(page)
    await beginPush(page)

    await signOutElsewhere(page)
    await letGo()

    await expect(page.getByText(/^Pushed 2 files to/)).toBeVisible({ timeout: 60_000 })
    await expect(page).toHaveURL(place)
    expect(cloneOf(address)).toEqual(CLONE)
    expect(await codeHost.commitCount(login, 'tide')).toBe(2)
  })
})

test.describe('a limit of GitHub', () => {
  test.use({ expectedConsole: /status of 429/ })

  test('that one tab waits for is waited for in another one too', async ({
    page,
    context,
    member,
    codeHost,
    request,
  }) => {
    await page.clock.install()
    const { login, address } = await openPush(page, codeHost, request, member)
    const other = await context.newPage()
    await other.goto(page.url())
    await chooseFiles(other)
    await expect(other.getByRole('button', { name: 'Look at the changes' })).toBeVisible()
    await codeHost.limit('POST', `/repos/${login}/tide/git/trees`, LIMIT_S)

    await chooseFiles(page)
    await page.getByRole('button', { name: 'Look at the changes' }).click()
    await page.getByLabel(`Yes, push to ${login}/tide`).check()
    await page.getByRole('button', { name: 'Push 2 files' }).click()
    await expect(page.getByText(/^GitHub asks to wait/)).toBeVisible()
    await other.getByRole('button', { name: 'Look at the changes' }).click()

    await expect(other.getByText(/^GitHub asks to wait/)).toBeVisible()
    await page.clock.fastForward(LIMIT_S * 1000)
    await expect(page.getByText(/^Pushed 2 files to/)).toBeVisible({ timeout: 60_000 })
    expect(cloneOf(address)).toEqual(CLONE)
  })
})

/** A linked project of a connected member, on its page for ZIP files. */
async function openPush(
  page: Page,
  codeHost: CodeHost,
  request: APIRequestContext,
  member: Person,
): Promise<{ login: string; address: string }> {
  const login = await codeHost.newPerson()
  await codeHost.addRepository(login, 'tide', [{ message: 'feat: ebb', hoursAgo: 2 }], true)
  await codeHost.install(login)
  await connect(page, login)
  const { rest } = await restClientFor(request, member)
  const data = { project_name: 'Tide', github_repo_owner: login, github_repo_name: 'tide' }
  await rest('bolt_projects', { method: 'POST', data })
  await page.goto('/projects')
  await page.getByRole('link', { name: 'Tide', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide')
  await page.goto(`${page.url()}/push`)

  return { login, address: await codeHost.cloneAddress(login, 'tide') }
}

const chooseFiles = (page: Page): Promise<void> =>
  page.locator('input[type="file"]').setInputFiles(archiveOf(FILES))
