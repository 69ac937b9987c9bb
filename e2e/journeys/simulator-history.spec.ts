import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { cloneOf, lookAgain, openWithGithub, push, pushToNewRepository } from './pushing.ts'
import { buyPro, editor, openFile, openPanel } from './simulator.ts'

test('a push is taken back, and an old commit is restored: a new commit each time', async ({
  page,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  await pushToNewRepository(page, 'look-back')
  const address = await codeHost.cloneAddress(login, 'look-back')
  const first = cloneOf(address)
  await openFile(page, 'README.md')
  await editor(page, 'README.md').fill('# Second\n')
  await lookAgain(page)
  await page.getByLabel('Commit message').fill('Second')
  await push(page)
  const second = cloneOf(address)
  expect(second['README.md']).toBe('100644 # Second\n')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Undone\. main is as it was before/)).toBeVisible()
  expect(cloneOf(address)).toEqual(first)

  await openPanel(page, 'History')
  await expect(
    page.getByRole('button', { name: /^Restore [0-9a-f]{7}: Update 24 files/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: /^Second/ }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(
    /main gets a new commit with the files of [0-9a-f]{7}\. Nothing is lost\./,
  )
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText(/^main has the files of [0-9a-f]{7} again/)).toBeVisible()
  expect(cloneOf(address)).toEqual(second)

  await page.getByRole('button', { name: /^Update 24 files/ }).click()
  await page.getByRole('button', { name: 'Branch from here' }).click()
  await page.getByLabel('Name of the new branch').fill('first/one')
  await page.getByRole('button', { name: 'Make the branch' }).click()
  await expect(page.getByText(/^The branch first\/one now starts at/)).toBeVisible()
  expect(cloneOf(address, 'first/one')).toEqual(first)
})

test('issues are locked, bought, and open without a reload', async ({
  page,
  codeHost,
  checkout,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  await pushToNewRepository(page, 'asked')
  await codeHost.addIssue(login, 'asked', 'Tides are late')
  await openPanel(page, 'Issues')
  await expect(page.getByText('Part of Pro')).toBeVisible()

  const shop = await page.context().newPage()
  await buyPro(shop, checkout)
  await shop.close()
  await page.getByRole('button', { name: 'Bought already? Check again' }).click()

  await page.getByRole('button', { name: /^Tides are late/ }).click()
  await page.getByLabel('Comment').fill('By an hour.')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await expect(page.getByRole('listitem').getByText('By an hour.')).toBeVisible()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.getByText(`${login}/asked has no open issues.`)).toBeVisible()
})
