import { expect, type Page } from '@playwright/test'
import { type CodeHost, connectInSettings } from './code-host.ts'
import { test } from './fixtures.ts'
import { cloneOf, lookAgain, openWithGithub, projectOf, pushToNewRepository } from './pushing.ts'

/** What both sides have in common, and the entry of the history. */
const RECORDS = /\/sync_bases\?on_conflict|\/record-pull/

const INCOMING = 'GitHub has 2 changes on main that the project lacks.'

test('a pull that is cut off by a reload, or by a closed tab, leaves the project alone', async ({
  page,
  codeHost,
  member: _,
}) => {
  const { login, before } = await withIncoming(page, codeHost, 'cut-off')
  const blobs = `/repos/${login}/cut-off/git/blobs/*`
  const letGo = await codeHost.hold('GET', blobs)
  await bringBack(page)
  await expect(page.getByText('Reading 0 of 2 files...')).toBeVisible()

  await page.reload()
  await letGo()
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  await expect(page.getByText(INCOMING)).toBeVisible()
  expect(await projectOf(page)).toEqual(before)

  const letGoAgain = await codeHost.hold('GET', blobs)
  await bringBack(page)
  await expect(page.getByText('Reading 0 of 2 files...')).toBeVisible()
  const next = await page.context().newPage()
  await page.close()
  await letGoAgain()

  await next.goto('/extension-simulator')
  await next.getByRole('button', { name: 'Sign in to the simulator' }).click()
  await next.getByRole('button', { name: 'Look at the changes' }).click()
  await expect(next.getByText(INCOMING)).toBeVisible()
  expect(await projectOf(next)).toEqual(before)
  await bringBack(next)
  await expect(next.getByText(`2 files came from ${login}/cut-off, main.`)).toBeVisible({
    timeout: 30_000,
  })
  expect(await projectOf(next)).toEqual(cloneOf(await codeHost.cloneAddress(login, 'cut-off')))
})

test('a tab that dies while a pull is written leaves all of it or nothing, and the next look says which', async ({
  page,
  codeHost,
  member: _,
}) => {
  const { login, before } = await withIncoming(page, codeHost, 'cut-in-two')
  const address = await codeHost.cloneAddress(login, 'cut-in-two')
  const next = await page.context().newPage()

  const { stopped } = await stopAtWrite(page, 2)
  await bringBack(page)
  await stopped
  await page.close()

  await next.goto('/extension-simulator')
  await next.getByRole('button', { name: 'Sign in to the simulator' }).click()
  await next.getByRole('button', { name: 'Look at the changes' }).click()
  await expect(next.getByText(INCOMING)).toBeVisible()
  expect(await projectOf(next)).toEqual(before)

  // The files are stored; what both sides have in common is not written down any more.
  const recording = next.waitForRequest(RECORDS)
  await next.route(RECORDS, () => {})
  await bringBack(next)
  await recording
  await next.reload()
  await next.unroute(RECORDS)

  const after = cloneOf(address)
  expect(await projectOf(next)).toEqual(after)
  await next.getByRole('button', { name: 'Look at the changes' }).click()
  await expect(
    next.getByText('GitHub has newer commits on main, and the project has all that they changed.'),
  ).toBeVisible()
  await next.getByRole('button', { name: 'Mark as in sync' }).click()
  await next.getByRole('button', { name: 'Mark as in sync' }).click()
  await expect(
    next.getByText(`The project has everything from ${login}/cut-in-two, main.`),
  ).toBeVisible()
  await next.getByRole('button', { name: 'Look at the changes again' }).click()
  await expect(next.getByText('Everything is already on GitHub.')).toBeVisible()
  expect(await projectOf(next)).toEqual(after)
  await next.goto('/dashboard')
  await expect(next.getByRole('listitem').filter({ hasText: `${login}/cut-in-two` })).toContainText(
    'In sync',
  )
})

test.describe('a connection that ends', () => {
  // GitHub refuses its token, and the server has none any more.
  test.use({ expectedConsole: /status of 40[0-4]/ })

  test('in the middle of a pull leaves the project alone, until it is made again in another tab', async ({
    page,
    codeHost,
    member: _,
  }) => {
    const { login, before } = await withIncoming(page, codeHost, 'disconnected')
    await codeHost.revoke(login)

    await bringBack(page)

    // Whether the refusal comes first or the page has heard of the end: both lead to the connection.
    await expect(
      page.getByText(
        /^(GitHub no longer accepts the connection\. Connect again|Connect GitHub first)\.$/,
      ),
    ).toBeVisible()
    expect(await projectOf(page)).toEqual(before)

    const settings = await page.context().newPage()
    await connectInSettings(settings, login)
    await expect(settings.getByText('Connected', { exact: true }).first()).toBeVisible()
    await settings.close()
    // The browser's event for a tab that becomes visible.
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    // What the failed pull said stays beside it until it is tried again.
    await expect(page.getByText(`Connected as ${login}`)).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Look at the changes' }).click()
    await bringBack(page)
    await expect(page.getByText(`2 files came from ${login}/disconnected, main.`)).toBeVisible()
  })
})

/** A pushed project, two files of somebody else on its branch, and the review that shows them. */
async function withIncoming(page: Page, codeHost: CodeHost, name: string) {
  const login = await openWithGithub(page, codeHost)
  await pushToNewRepository(page, name)
  const before = await projectOf(page)
  const files = { 'src/moon.ts': 'export const moon = 1\n', 'src/sun.ts': 'export const sun = 2\n' }
  await codeHost.commit(login, name, files)
  await lookAgain(page)
  await expect(page.getByText(INCOMING)).toBeVisible()

  return { login, before }
}

/** The page blocks after this many rows, in the middle of one transaction. */
async function stopAtWrite(page: Page, rows: number): Promise<{ stopped: Promise<unknown> }> {
  const address = '/stopped-while-writing'
  await page.route(`**${address}`, () => {})
  await page.evaluate(
    ([last, held]) => {
      const { put } = IDBObjectStore.prototype
      let count = 0
      IDBObjectStore.prototype.put = function (...values: Parameters<typeof put>) {
        const request = put.apply(this, values)
        count += 1
        if (count < last) return request
        const wait = new XMLHttpRequest()
        wait.open('GET', held, false)
        wait.send()
        return request
      }
    },
    [rows, address] as const,
  )

  return { stopped: page.waitForRequest(`**${address}`) }
}

async function bringBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Bring changes back' }).click()
  await page.getByRole('button', { name: 'Bring back 2 files' }).click()
}
