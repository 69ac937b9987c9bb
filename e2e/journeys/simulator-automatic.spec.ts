import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import {
  buyPro,
  connectedPro,
  editor,
  endSession,
  openFile,
  openPanel,
  openSimulator,
  pickUpSession,
  status,
} from './simulator.ts'

test.slow()

test('an idle project is pushed when the time comes, and never what a person should see first', async ({
  page,
  member: _,
  codeHost,
  checkout,
}) => {
  const login = await connectedPro(page, codeHost, checkout)
  await page.clock.install()
  await openSimulator(page, 'automatic')
  await pickUpSession(page)
  await page.getByRole('switch', { name: 'Push when idle' }).click()
  await expect(page.getByText(/^Waiting for you: push it once yourself/)).toBeVisible()

  await openPanel(page, 'Push')
  await page.getByRole('radio', { name: 'New repository tide-planner, private' }).check()
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  await page.getByRole('button', { name: /^Push 24 files/ }).click()
  await expect(page.getByText(`Pushed 24 files to ${login}/tide-planner, main`)).toBeVisible({
    timeout: 30_000,
  })

  await openFile(page, 'README.md')
  await editor(page, 'README.md').fill('# Changed while nobody looks\n')
  await openPanel(page, 'Automatic')
  await expect(page.getByText(/^Next push at/)).toBeVisible()
  await page.clock.fastForward('04:00')
  await expect(page.getByText(/^Next push at/)).toBeVisible()
  await page.clock.fastForward('20:00')
  await expect(page.getByText('Tide planner: 1 file to main')).toBeVisible({ timeout: 30_000 })
  expect(await codeHost.headMessage(login, 'tide-planner')).toBe('Update README.md')

  // An empty archive of one file stands for a project that was damaged.
  await page.getByLabel('Open a ZIP').setInputFiles({
    name: 'rest.zip',
    mimeType: 'application/zip',
    buffer: ZIP_OF_ONE_FILE,
  })
  await page.getByRole('button', { name: 'Replace the files of Tide planner' }).click()
  await expect(page.getByText('1 file', { exact: true })).toBeVisible()
  await page.clock.fastForward('20:00')

  await expect(page.getByText('Waiting for you: the push would delete most files')).toBeVisible({
    timeout: 30_000,
  })
  expect(await codeHost.headMessage(login, 'tide-planner')).toBe('Update README.md')
})

test.describe('an expired session', () => {
  // The browser itself reports refused calls; without a connection, also that of GitHub's token.
  test.use({ expectedConsole: /status of 40[134]/ })

  test('is reported to members who want to be reminded, once, and ends by signing in', async ({
    page,
    member: _,
    checkout,
  }) => {
    await buyPro(page, checkout)
    await openSimulator(page, 'automatic')
    await pickUpSession(page)
    await page.getByRole('switch', { name: 'Remind me when I have to sign in' }).click()
    await endSession(page)
    await page.getByRole('button', { name: 'Check again' }).click()

    const reminder = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(reminder).toContainText(
      'Your session has expired. Please sign in again to continue using premium features.',
    )
    await reminder.getByRole('button', { name: 'Sign In' }).click()
    await expect(reminder).toBeHidden()
    await expect(status(page)).toContainText('Signed in')

    await endSession(page)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(status(page)).toContainText('Signed out')
    await expect(reminder).toBeHidden()
  })
})

/** `README.md` with the text `rest`, stored without compression. */
const ZIP_OF_ONE_FILE = Buffer.from(
  'UEsDBBQAAAAAAAAAIVzQIRT9BAAAAAQAAAAJAAAAUkVBRE1FLm1kcmVzdFBLAQIUAxQAAAAAAAAAIVzQIRT9BAAAAAQAAAAJAAAAAAAAAAAAAACAAQAAAABSRUFETUUubWRQSwUGAAAAAAEAAQA3AAAAKwAAAAAA',
  'base64',
)
