import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { fillInRegistration, newPerson, registerMember } from './people.ts'

test('a new member registers, confirms by e-mail, lands on the dashboard, signs out and in again', async ({
  page,
  mailbox,
}) => {
  const person = newPerson()
  await page.goto('/register')

  await fillInRegistration(page, person)
  await expect(page).toHaveURL('/register/confirm')
  await expect(page.getByText('Registration successful')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  await expect(page.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login')

  await page.goto(await mailbox.linkTo(person.email))
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${person.name}`)

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')

  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Email').press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('registering a known address shows the same page, and the mail’s links fill in the address', async ({
  page,
  mailbox,
}) => {
  const person = await registerMember(page.request, mailbox)
  await page.goto('/register')

  await fillInRegistration(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  const main = page.getByRole('main')
  const known = (await main.innerText()).replace(person.email, '…')
  await main.getByRole('link', { name: 'set a new password' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.goBack()
  await main.getByRole('link', { name: 'sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)

  const { subject, text } = await mailbox.newest(person.email, 2)
  expect(subject).toBe('You already have a Gitferry account')
  for (const path of ['/login', '/forgot-password']) {
    const link = new RegExp(`https?://\\S+${path}#\\S+`).exec(text)?.[0] ?? ''
    await page.goto('/unauthorized')
    await page.goto(link)
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
  }

  const other = newPerson()
  await page.goto('/register')
  await fillInRegistration(page, other)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  expect(withoutSeconds((await main.innerText()).replace(other.email, '…'))).toBe(
    withoutSeconds(known),
  )
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' })

  test('the mail comes in the language of the page', async ({ page, mailbox }) => {
    const { name, email, password } = newPerson()
    await page.goto('/register')

    await page.getByLabel('Nombre completo').fill(name)
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByLabel('Confirmar contraseña').fill(password)
    await page.getByRole('button', { name: 'Registrarse', exact: true }).click()

    await expect(page).toHaveURL('/register/confirm')
    expect((await mailbox.newest(email)).subject).toBe('Confirma tu dirección de correo')
  })
})

/** The countdown of the next email may have gone on. */
const withoutSeconds = (text: string) => text.replace(/\d+ seconds?/, '…')
