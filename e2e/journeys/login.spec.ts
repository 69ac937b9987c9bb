import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { identity, newPerson, type Person, registerMember } from './people.ts'

test.describe('a refused sign-in', () => {
  test.use({ expectedConsole: /status of 400/ })

  test('with a wrong password says so, and the password can be typed again at once', async ({
    page,
    mailbox,
  }) => {
    const person = await registerMember(page.request, mailbox)
    await page.goto('/login')

    await logIn(page, { ...person, password: 'not-this-one' })

    await expect(page.getByRole('alert')).toContainText('Invalid login credentials')
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await page.keyboard.type('still-wrong')
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')
  })

  test('with an unconfirmed address leads to a new link, which works', async ({
    page,
    mailbox,
  }) => {
    const { email, password, name } = newPerson()
    await identity(page.request, 'signup', { email, password, data: { display_name: name } })
    await page.goto('/login')

    await logIn(page, { email, password, name })
    await expect(page.getByRole('alert')).toContainText('Email not confirmed')
    await page.getByRole('link', { name: 'Resend confirmation email?' }).click()

    await expect(page).toHaveURL('/resend-confirmation')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByRole('button', { name: 'Send confirmation link' }).click()
    await expect(page.getByRole('status')).toContainText(
      'If an account exists for this email, a new confirmation link has been sent. Please check your inbox (and spam folder).',
    )

    await page.goto(await mailbox.linkTo(email, 2))
    await expect(page).toHaveURL('/dashboard')
  })
})

test('after sign-in a guarded page opens as requested, and Back does not lead to the form', async ({
  page,
  mailbox,
}) => {
  const person = await registerMember(page.request, mailbox)
  await page.goto('/unauthorized')
  await page.goto('/settings?tab=language')
  await expect(page).toHaveURL('/login')

  await logIn(page, person)

  await expect(page).toHaveURL('/settings?tab=language')
  await expect(page.getByRole('heading', { name: 'Language' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/unauthorized')
})

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
