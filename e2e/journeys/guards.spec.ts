import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { ADMIN, signIn } from './people.ts'
import { type RestClient, restClientFor } from './projects.ts'

for (const path of ['/dashboard', '/settings', '/admin', '/admin/users', '/admin/no/such?page=2']) {
  test(`a visitor of ${path} is asked to sign in`, async ({ page }) => {
    await page.goto(path)

    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to your account')
  })
}

test('a member is refused in the admin area, and finds no link to it', async ({ page, member }) => {
  for (const path of ['/admin/users', '/admin/no/such', '/admin']) {
    await page.goto(path)
    await expect(page).toHaveURL('/unauthorized')
  }
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()

  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('menu')).toContainText(member.email)
  await expect(page.getByRole('menuitem')).toHaveText([
    'Dashboard',
    'Projects',
    'Settings',
    'Send Feedback',
    'Sign out',
  ])
})

test('an admin opens the admin area from the menu and reads each number beside its label', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard')

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Admin Dashboard' }).click()

  await expect(page).toHaveURL('/admin')
  const { rest } = await restClientFor(page.request, ADMIN)
  // Other journeys register people meanwhile: compared again until both sides counted the same moment.
  await expect(async () => {
    await page.reload()
    expect(await shownNumbers(page)).toEqual(await countedNumbers(rest))
  }).toPass()

  await page.goto('/admin/no/such')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
})

test.describe('what is not built yet', () => {
  test.use({ expectedConsole: /status of 404/ })

  test('answers not-found', async ({ page }) => {
    expect((await page.goto('/extension-simulator'))?.status()).toBe(404)
  })
})

test.describe('a session that the server no longer knows', () => {
  test.use({ expectedConsole: /status of 400|Refresh Token/ })

  test('ends at the login', async ({ page, member }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
    await page.evaluate(corruptSession)

    await page.reload()

    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
  })
})

const MONTH_MS = 30 * 86_400_000

/** The admin area's numbers by the label that stands beside each of them. */
async function shownNumbers(page: Page): Promise<Record<string, number>> {
  const groups = page.locator('dl > div')
  await expect(groups.locator('dd')).toHaveText([/^[\d,]+$/, /^[\d,]+$/, /^[\d,]+$/, /^[\d,]+$/])
  const texts = await groups.evaluateAll((divs) =>
    divs.map((div) => [div.querySelector('dt')?.textContent, div.querySelector('dd')?.textContent]),
  )

  return Object.fromEntries(
    texts.map(([label, value]) => [label, Number(value?.replaceAll(',', ''))]),
  )
}

async function countedNumbers(rest: RestClient['rest']): Promise<Record<string, number>> {
  const count = async (query: string) => (await rest<unknown[]>(`${query}&select=id`)).length
  const monthAgo = new Date(Date.now() - MONTH_MS).toISOString()

  return {
    Users: await count('users?deleted_at=is.null'),
    'New in 30 days': await count(`users?deleted_at=is.null&created_at=gte.${monthAgo}`),
    Subscribers: await count('subscriptions?status=eq.active'),
    'Open feedback': await count('user_feedback?status=in.(new,in_progress)'),
  }
}

function corruptSession(): void {
  const key = Object.keys(localStorage).find((name) => name.startsWith('sb-')) ?? ''
  const session = JSON.parse(localStorage.getItem(key) ?? '{}')

  localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1, refresh_token: 'gone' }))
}
