import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { newPerson, registerMember, signIn, tokensOf } from './people.ts'

test('changing the address needs both confirmation links', async ({ page, mailbox }) => {
  const person = await registerMember(page.request, mailbox)
  const { email: fresh } = newPerson()
  await signIn(page, person)
  await page.goto('/settings?tab=account')

  await page.getByLabel('New email address').fill(fresh)
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(page.getByRole('status').filter({ hasText: fresh })).toBeVisible()

  await page.goto(await mailbox.linkTo(fresh))
  await expect(page.getByText('One link to go')).toBeVisible()
  await expect(page).toHaveURL('/settings?tab=account')
  await page.goto(await mailbox.linkTo(person.email, 2))
  await expect(page.getByText(`Your address is ${fresh}.`)).toBeVisible()
  await tokensOf(page.request, { ...person, email: fresh })
})

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

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' })

  test('a pending change of address is shown in Spanish', async ({ page, member: _ }) => {
    const { email: fresh } = newPerson()
    await page.goto('/settings?tab=account')
    await page.getByLabel('Nueva dirección').fill(fresh)
    await page.getByLabel('Nueva dirección').press('Enter')

    await expect(page.getByText(`El cambio a ${fresh} está pendiente`)).toBeVisible()
    await page.getByRole('button', { name: 'Cancelar el cambio' }).click()
    await expect(page.getByText('Cambio de dirección cancelado')).toBeVisible()
  })
})

test('a taken address gets the same answer as any other, and its owner gets a mail', async ({
  page,
  mailbox,
}) => {
  const person = await registerMember(page.request, mailbox)
  const other = await registerMember(page.request, mailbox)
  await signIn(page, person)
  await page.goto('/settings?tab=account')

  await page.getByLabel('New email address').fill(other.email)
  await page.getByRole('button', { name: 'Change address' }).click()

  await expect(page.getByRole('status').filter({ hasText: other.email })).toBeVisible()
  const mail = await mailbox.newest(other.email, 2)
  expect(mail.subject).toBe('You already have a Gitferry account')
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
