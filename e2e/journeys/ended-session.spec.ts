import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { type Person, publishableKey, tokensOf } from './people.ts'

const ENDED = 'Your session has ended. Sign in again.'

test.use({ expectedConsole: /status of 40[0-3]/ })

test('a tab that is looked at again notices that its session was ended elsewhere, and comes back after the login', async ({
  page,
  context,
  member,
}) => {
  await page.goto('/settings?tab=appearance')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  const other = await context.newPage()
  await other.goto('/projects')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Projects')
  await signOutEverywhere(page, member)

  await showTabAgain(page)

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('status')).toHaveText(ENDED)
  await expect(other).toHaveURL('/login')
  await expect(other.getByRole('status')).toHaveText(ENDED)
  await logIn(page, member)
  await expect(page).toHaveURL('/settings?tab=appearance')
  await expect(other).toHaveURL('/projects')
})

test('a refused call ends the session as well', async ({ page, member }) => {
  await page.goto('/settings?tab=profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await signOutEverywhere(page, member)

  await page.getByRole('link', { name: 'Security' }).first().click()

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('status')).toHaveText(ENDED)
})

test('what was typed stays, and can be saved after a login in another tab', async ({
  page,
  context,
  member,
}) => {
  await page.goto('/settings?tab=profile')
  await page.getByLabel('About').fill('Not saved yet')
  await signOutEverywhere(page, member)

  await showTabAgain(page)

  const dialog = page.getByRole('dialog', { name: ENDED })
  await expect(dialog).toBeVisible()
  const opening = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Sign in in a new tab' }).click()
  await logIn(await opening, member)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('About')).toHaveValue('Not saved yet')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(/saved|updated/i)
  await page.reload()
  await expect(page.getByLabel('About')).toHaveValue('Not saved yet')
})

test('leaving unsaved input leads to the login', async ({ page, member }) => {
  await page.goto('/settings?tab=profile')
  await page.getByLabel('About').fill('Not saved yet')
  await signOutEverywhere(page, member)
  await showTabAgain(page)

  await page.getByRole('button', { name: 'Discard and leave' }).click()

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('status')).toHaveText(ENDED)
})

test('a deleted account sees the reason at the login', async ({ page, member }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
  const { access_token } = await tokensOf(page.request, member)
  const apikey = await publishableKey(page.request)
  const answer = await page.request.post('/functions/v1/delete-account', {
    data: { confirmation: member.email },
    headers: { apikey, authorization: `Bearer ${access_token}` },
  })
  expect(answer.ok()).toBe(true)

  await showTabAgain(page)

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('status')).toHaveText('This account no longer exists.')
})

test('a suspended account sees the reason at the login', async ({ page, member }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
  await page.route('**/auth/v1/user', (route) =>
    route.fulfill({ status: 403, json: { code: 'user_banned', message: 'User is banned' } }),
  )

  await showTabAgain(page)

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('status')).toHaveText('This account has been suspended.')
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' })

  test('the login says it in Spanish', async ({ page, member }) => {
    await page.goto('/settings?tab=appearance')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await signOutEverywhere(page, member)

    await showTabAgain(page)

    await expect(page.getByRole('status')).toHaveText('Tu sesión terminó. Inicia sesión de nuevo.')
  })
})

async function signOutEverywhere(page: Page, member: Person): Promise<void> {
  const { access_token } = await tokensOf(page.request, member)
  const apikey = await publishableKey(page.request)

  await page.request.post('/auth/v1/logout?scope=global', {
    headers: { apikey, authorization: `Bearer ${access_token}` },
  })
}

/** The browser's event for a tab that becomes visible. */
const showTabAgain = (page: Page) =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}
