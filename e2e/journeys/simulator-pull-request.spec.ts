import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleWhenOpen } from './accessible.ts'
import { test } from './fixtures.ts'
import { cloneOf, openWithGithub, projectOf, push, pushToNewRepository } from './pushing.ts'
import { editor, openFile } from './simulator.ts'

// A new branch is not there yet, and a pull request whose answer was lost is there already.
test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedConsole: /status of 4(04|22)/ })
test.slow()

/** The longest interval between two polls, after two without a change. */
const LOOKS_WITHIN_MS = 12_000

test('a branch is pushed, checked, approved and merged, and the project follows main again', async ({
  page,
  codeHost,
  member: _,
}) => {
  await page.clock.install()
  const login = await openWithGithub(page, codeHost)
  const reviewer = await codeHost.newPerson()
  await pushToNewRepository(page, 'tide-tables')
  await codeHost.protect(login, 'tide-tables', 'main')
  await change(page, 'export const tide = 1\n')
  await toNewBranch(page, 'tides/one')
  await page.getByLabel('Open a pull request').check()
  await page.getByLabel('Title').fill('Tide tables')
  await page.getByLabel('Description').fill('For the whole coast')
  await expectAccessibleWhenOpen(page)
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  await expect(page.getByText(/^Goes to .*, tides\/one\./)).toBeVisible()
  await push(page)

  const card = page.getByRole('region', { name: /^Pull request \d+$/ })
  await expect(card.getByRole('heading', { name: /^Tide tables #\d+$/ })).toBeVisible()
  const number = Number(/\d+$/.exec(await card.getByRole('heading').innerText())?.[0])
  await codeHost.check(login, 'tide-tables', { ref: 'tides/one', name: 'build' })
  await showsAfterLook(card.getByText('1 of 1 check is still running.'))
  await expectAccessibleWhenOpen(page)
  const done = { ref: 'tides/one', name: 'build', conclusion: 'success' }
  await codeHost.check(login, 'tide-tables', done)
  await codeHost.review(login, 'tide-tables', number, reviewer)
  await showsAfterLook(card.getByText('1 check passed.'))
  await showsAfterLook(card.getByText(`Approved by ${reviewer}.`))

  await codeHost.merge(login, 'tide-tables', number, { person: reviewer, method: 'squash' })
  await showsAfterLook(card.getByText('It was squashed into one commit of main.'))
  await expectAccessibleWhenOpen(page)
  await page.reload()
  await expect(card.getByText('Merged', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Follow main again' }).click()
  await expect(page.getByText('Merged: your project follows main again.')).toBeVisible()
  await page.getByRole('button', { name: 'Look at the changes' }).click()

  await expect(page.getByText('24 unchanged')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Push [\d,]+ files?$/ })).toHaveCount(0)
  const address = await codeHost.cloneAddress(login, 'tide-tables')
  expect(cloneOf(address)).toEqual(await projectOf(page))
})

test('a reload between the push and its pull request goes on, and opens one', async ({
  page,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  await pushToNewRepository(page, 'between')
  await codeHost.protect(login, 'between', 'main')
  await change(page, 'export const tide = 2\n')
  await toNewBranch(page, 'tides/two')
  await page.getByLabel('Open a pull request').check()
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  await expect(page.getByText(/^Goes to .*, tides\/two\./)).toBeVisible()
  const letGo = await codeHost.hold('POST', `/repos/${login}/between/pulls`)
  await push(page)
  await expect(page.getByText('Opening the pull request...')).toBeVisible()

  await page.reload()
  await letGo()

  await expect(page.getByText(/^Pushed 1 file to/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Update src\/tides\.ts #\d+$/ })).toBeVisible()
  expect(await codeHost.pullRequestsOf(login, 'between')).toHaveLength(1)
})

/** Moves the page's clock to its next look at the pull request. */
async function showsAfterLook(sight: Locator): Promise<void> {
  await expect(async () => {
    await sight.page().clock.fastForward(LOOKS_WITHIN_MS)
    await expect(sight).toBeVisible({ timeout: 1000 })
  }).toPass()
}

async function change(page: Page, text: string): Promise<void> {
  await openFile(page, 'tides.ts')
  await editor(page, 'src/tides.ts').fill(text)
  await page.getByRole('button', { name: 'Push again' }).click()
}

/** A protected branch offers another one before anything is sent. */
async function toNewBranch(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  await page.getByRole('button', { name: 'Push to a new branch' }).click()
  await page.getByLabel('Name of the new branch').fill(name)
}
