import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { newPerson, tokensOf } from './people.ts'

test('a pending change of address is shown, with the missing link, and can be withdrawn', async ({
  page,
  mailbox,
  member,
}) => {
  const { email: fresh } = newPerson()
  await page.goto('/settings?tab=account')
  await page.getByLabel('New email address').fill(fresh)
  await page.getByRole('button', { name: 'Change address' }).click()
  const notice = page.getByRole('status').filter({ hasText: `The change to ${fresh} is pending` })
  await expect(notice).toContainText('once you open both links')
  await page.goto(await mailbox.linkTo(fresh))
  await expect(notice).toContainText(
    `${fresh} is confirmed. Open the link we sent to your current address to finish.`,
  )
  await expect(notice).toContainText(/Requested (now|\d+ \w+ ago)/)
  await expectAccessible(page)

  await notice.getByRole('button', { name: 'Cancel the change' }).click()

  await expect(page.getByText('Address change cancelled')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.goto(await mailbox.linkTo(member.email))
  await expect(page.getByText('Email link is invalid or has expired')).toBeVisible()
  await page.getByRole('link', { name: 'Go to account settings' }).click()
  await expect(page.getByText(`Your address is ${member.email}.`)).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('a member downloads all data held about them in one file', async ({
  page,
  mailbox,
  member,
}) => {
  await page.goto('/settings?tab=account')

  await page.getByRole('button', { name: 'Request my data' }).click()
  await mailbox.newest(member.email)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await (await download).path()

  expect((await download).suggestedFilename()).toBe('my-data.json')
  const held = JSON.parse(await readFile(file, 'utf8'))
  expect(held.profile[0]).toMatchObject({ email: member.email, display_name: member.name })
})

test.describe('deleting the account', () => {
  test.use({ expectedConsole: /status of 40\d/ })

  test('lists what is lost, asks for the address, and ends all access', async ({
    page,
    member,
  }) => {
    await page.goto('/settings?tab=account')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'Delete permanently' })
    await expectAccessible(page, '[role="dialog"]')

    await dialog.getByRole('textbox').fill('somebody@else.test')
    await expect(submit).toBeDisabled()
    await dialog.getByRole('textbox').fill(member.email)
    await submit.click()

    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Your account has been deleted')).toBeVisible()
    await expect(tokensOf(page.request, member)).rejects.toThrow('invalid_credentials')
  })
})
