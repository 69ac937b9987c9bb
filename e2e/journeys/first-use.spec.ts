import { expect } from '@playwright/test'
import { countClicks } from './clicks.ts'
import { authorize } from './code-host.ts'
import { test } from './fixtures.ts'
import { fillInRegistration, newPerson } from './people.ts'

test('a newcomer sees one path that ticks itself, and no empty statistics', async ({
  page,
  member,
  codeHost,
}) => {
  const login = await codeHost.newPerson()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${member.name}`)
  await expect(page.getByText('0 of 3 done')).toBeVisible()
  await expect(page.getByText('Active projects')).toBeHidden()

  // One path: authorization, installation, and back to where it began.
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await authorize(page, login)
  await page.waitForURL(/installations\/new/)
  await page.getByRole('link', { name: login }).click()
  await page.getByRole('button', { name: 'Install' }).click()

  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('1 of 3 done')).toBeVisible()
  await clicks.expectAtMost(5)
  await expect(page.getByRole('link', { name: 'See how' })).toBeVisible()
})

test('who signs in with GitHub is connected already', async ({ page, codeHost }) => {
  const login = await codeHost.newPerson()
  await page.goto('/login')

  await page.getByRole('button', { name: 'Login with GitHub' }).click()
  await authorize(page, login)

  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: 'Install the GitHub App' })).toBeVisible()
  await expect(page.getByText('0 of 3 done')).toBeVisible()
})

test('the confirmation page takes the code of the email, and signs in', async ({
  page,
  mailbox,
}) => {
  const person = newPerson()
  await page.goto('/register')
  await fillInRegistration(page, person)
  await expect(page).toHaveURL('/register/confirm')
  await expect(page.getByRole('main')).toContainText(`a confirmation link to ${person.email}.`)
  await expect(page.getByRole('button', { name: /Send again in \d+ seconds/ })).toBeDisabled()
  const code = /\b\d{6}\b/.exec((await mailbox.newest(person.email)).text)?.[0] ?? ''

  await page.getByLabel('Code from the email').fill('12345')
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(page.getByText('Enter the six digits from the email.')).toBeVisible()
  await page.getByLabel('Code from the email').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()

  await expect(page).toHaveURL('/dashboard')
})

test.describe('a wrong code', () => {
  test.use({ expectedConsole: /status of 403/ })

  test('is named under its field', async ({ page, mailbox }) => {
    const person = newPerson()
    await page.goto('/register')
    await fillInRegistration(page, person)
    await expect(page).toHaveURL('/register/confirm')
    const right = /\b\d{6}\b/.exec((await mailbox.newest(person.email)).text)?.[0]

    await page.getByLabel('Code from the email').fill(right === '111111' ? '222222' : '111111')
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()

    await expect(page.getByLabel('Code from the email')).toHaveAccessibleDescription(
      /^That code isn’t right/,
    )
    await expect(page.getByLabel('Code from the email')).toBeFocused()
  })
})

test('a wrong address can be corrected, and the email sent again', async ({ page, mailbox }) => {
  const person = newPerson()
  await page.clock.install()
  await page.goto('/register')
  await fillInRegistration(page, person)
  await expect(page).toHaveURL('/register/confirm')
  await mailbox.newest(person.email)
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeVisible()

  await page.clock.runFor(61_000)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText('Sent again. Check your spam folder too.')).toBeVisible()
  await mailbox.newest(person.email, 2)
  await page.getByRole('link', { name: 'Register with another address' }).click()

  await expect(page).toHaveURL('/register')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
})
