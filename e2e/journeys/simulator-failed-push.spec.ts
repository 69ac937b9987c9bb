import { expect } from '@playwright/test'
import { authorize } from './code-host.ts'
import { test } from './fixtures.ts'
import {
  beginHeldPush,
  cloneOf,
  lookAgain,
  openWithGithub,
  projectOf,
  push,
  pushToNewRepository,
} from './pushing.ts'
import { editor, openFile } from './simulator.ts'

// The browser logs failed and refused calls.
test.use({ expectedConsole: /ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 40[0-4]/ })
test.slow()

test('a browser goes offline while files are sent, and the push goes on when it is back', async ({
  page,
  context,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  const project = await projectOf(page)
  const letGo = await beginHeldPush(page, codeHost, { login, name: 'tunnel' })

  await context.setOffline(true)
  await letGo()
  await expect(page.getByRole('alert')).toContainText(
    `You are offline. ${login}/tunnel does not have all files yet. Try again when you are online.`,
    { timeout: 30_000 },
  )
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByText(`Pushed 24 files to ${login}/tunnel, main`)).toBeVisible({
    timeout: 30_000,
  })
  expect(cloneOf(await codeHost.cloneAddress(login, 'tunnel'))).toEqual(project)
})

test('a connection that ends in the middle is made again in another tab, and the push goes on', async ({
  page,
  context,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  const project = await projectOf(page)
  const letGo = await beginHeldPush(page, codeHost, { login, name: 'revoked' })

  await codeHost.revoke(login)
  await letGo()
  await expect(page.getByRole('alert')).toContainText(
    'GitHub no longer accepts the connection. Connect again.',
    { timeout: 30_000 },
  )
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Connect again' }).click()
  const settings = await opening
  await settings.getByRole('button', { name: /^(Connect GitHub|Connect again)$/ }).click()
  await authorize(settings, login)
  await expect(settings).toHaveURL('/settings?tab=github')
  await settings.close()
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByText(`Pushed 24 files to ${login}/revoked, main`)).toBeVisible({
    timeout: 30_000,
  })
  expect(cloneOf(await codeHost.cloneAddress(login, 'revoked'))).toEqual(project)
})

test('a repository that is renamed after the review is named anew, and gets the push', async ({
  page,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  await pushToNewRepository(page, 'before')
  await openFile(page, 'README.md')
  await editor(page, 'README.md').fill('# After\n')
  await lookAgain(page)
  await expect(page.getByText('1 changed, 23 unchanged')).toBeVisible()

  await codeHost.rename(login, `${login}/before`, 'after')
  await page.getByRole('button', { name: 'Push 1 file' }).click()
  await expect(page.getByRole('alert')).toContainText(
    `${login}/before is now ${login}/after. Look at the changes again.`,
  )
  await page.getByRole('button', { name: 'Look at the changes again' }).click()
  await push(page)

  await expect(page.getByText(`Pushed 1 file to ${login}/after, main`)).toBeVisible()
  expect(cloneOf(await codeHost.cloneAddress(login, 'after'))).toEqual(await projectOf(page))
})
