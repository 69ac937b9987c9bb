import { newPerson, registerMember, tokensOf } from '@app/e2e/people.ts'
import { describe, expect } from 'vitest'
import { signIn, test } from './harness/fixtures.ts'

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

describe('in Spanish', () => {
  test.override({ language: 'es-ES' })

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
