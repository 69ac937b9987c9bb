import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { enrol, newPerson, signIn, tokensOf } from './people.ts'

test.describe('changing the address', () => {
  test.use({ expectedConsole: /status of 422/ })

  test('takes both mailboxes, and one that is taken is refused', async ({ page, mailbox }) => {
    const person = await enrol(page.request, mailbox)
    const other = await enrol(page.request, mailbox)
    const { email: fresh } = newPerson()
    await signIn(page, person)
    await page.goto('/settings?tab=account')
    const field = page.getByLabel('New email address')

    await field.fill(other.email)
    await page.getByRole('button', { name: 'Change address' }).click()
    await expect(field).toHaveAccessibleDescription('Email already in use')
    await expect(field).toHaveValue(other.email)
    await field.fill(fresh)
    await page.getByRole('button', { name: 'Change address' }).click()
    await expect(page.getByRole('status').filter({ hasText: fresh })).toBeVisible()

    await page.goto(await mailbox.linkTo(fresh))
    await expect(page.getByText('One of two links opened')).toBeVisible()
    await expect(page).toHaveURL('/settings?tab=account')
    await page.goto(await mailbox.linkTo(person.email, 2))
    await expect(page.getByText(`Your address is ${fresh}.`)).toBeVisible()
    await tokensOf(page.request, { ...person, email: fresh })
  })
})

test('a member gets all that is held about him in one file', async ({ page, mailbox, member }) => {
  await page.goto('/settings?tab=account')

  await page.getByRole('button', { name: 'Prepare my data' }).click()
  await mailbox.newest(member.email, 2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await (await download).path()

  expect((await download).suggestedFilename()).toBe('my-data.json')
  const held = JSON.parse(await readFile(file, 'utf8'))
  expect(held.profile[0]).toMatchObject({ email: member.email, display_name: member.name })
})

test.describe('deleting the account', () => {
  test.use({ expectedConsole: /status of 40\d/ })

  test('says what is lost, asks for the address, and then nothing opens any more', async ({
    page,
    member,
  }) => {
    await page.goto('/settings?tab=account')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'Delete for good' })
    await expectAccessible(page, '[role="dialog"]')

    await dialog.getByRole('textbox').fill('somebody@else.test')
    await expect(submit).toBeDisabled()
    await dialog.getByRole('textbox').fill(member.email)
    await submit.click()

    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Your account is deleted')).toBeVisible()
    await expect(tokensOf(page.request, member)).rejects.toThrow('invalid_credentials')
  })
})
