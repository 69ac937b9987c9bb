import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import type { Mailbox } from './mailbox.ts'
import { identity, type Person, registerMember, tokensOf } from './people.ts'
import { authenticatorCode } from './totp.ts'

test.use({ expectedConsole: /status of 422/ })

test('with a second factor the password alone gives no access', async ({ page, mailbox }) => {
  const { person, secret } = await registerMemberWithFactor(page, mailbox)
  await page.goto('/settings?tab=language')

  await logIn(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step')

  await page.getByLabel('Authentication code').fill('000000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid TOTP code entered')
  await expect(page.getByLabel('Authentication code')).toBeFocused()

  // The code of the setup is used; the next step's code is already accepted.
  await page.getByLabel('Authentication code').fill(authenticatorCode(secret, 1))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a member without their device uses a recovery code', async ({ page, mailbox }) => {
  const { person, token } = await registerMemberWithFactor(page, mailbox)
  const { codes } = (await identity(page.request, 'factors/recovery-codes', {}, token)) as {
    codes: string[]
  }
  await page.goto('/login')

  await logIn(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()

  await expect(page).toHaveURL('/dashboard')
})

test('cancelling the second factor returns to the login form', async ({ page, mailbox }) => {
  const { person } = await registerMemberWithFactor(page, mailbox)
  await page.goto('/login')

  await logIn(page, person)
  await page.getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to your account')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
})

async function registerMemberWithFactor(page: Page, mailbox: Mailbox) {
  const person = await registerMember(page.request, mailbox)
  const { access_token } = await tokensOf(page.request, person)
  const call = (path: string, data: object) => identity(page.request, path, data, access_token)

  const factor = (await call('factors', { factor_type: 'totp' })) as {
    id: string
    totp: { secret: string }
  }
  const { secret } = factor.totp
  const challenge = (await call(`factors/${factor.id}/challenge`, {})) as { id: string }
  const verified = (await call(`factors/${factor.id}/verify`, {
    challenge_id: challenge.id,
    code: authenticatorCode(secret),
  })) as { access_token: string }

  return { person, secret, token: verified.access_token }
}

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}
