import { expect, type Page } from '@playwright/test'
import { plugIn } from './authenticators.ts'
import { test } from './fixtures.ts'
import { makeAdmin, makeMember, type Person, publishableKey, signIn, tokensOf } from './people.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const JUMPS = [
  ['two days back', -2 * DAY_MS],
  ['an hour back', -HOUR_MS],
  ['an hour ahead', HOUR_MS + 60_000],
  ['thirty days ahead', 30 * DAY_MS],
] as const

// The browser logs refused tokens, which the page renews.
test.use({ expectedConsole: /status of 40[0-3]/ })

// The product has one clock.
test.describe.configure({ mode: 'default' })

test.afterEach(({ checkout }) => checkout.shiftClock(0))

for (const [name, ms] of JUMPS) {
  test(`the open pages of a member work on when the server’s clock jumps ${name}`, async ({
    page,
    context,
    checkout,
    member,
  }) => {
    const other = await context.newPage()
    await other.goto('/projects')
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Projects')
    await page.goto('/settings?tab=profile')
    await page.getByLabel('About').fill('Before the jump')
    await checkout.shiftClock(ms)

    await useEverything(page)
    await other.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(other.getByRole('heading', { level: 1 })).toContainText(member.name)
    await expect(other.getByText(/JWT|couldn't/i)).toHaveCount(0)

    await page.goto('/settings?tab=profile')
    await expect(page.getByLabel('About')).toHaveValue('Before the jump')
  })

  test(`they work on when the computer’s clock jumps ${name}, and the token ends after it`, async ({
    page,
    checkout,
    member: _,
  }) => {
    await page.goto('/settings?tab=profile')
    await page.getByLabel('About').fill('Before the jump')
    await page.clock.install({ time: Date.now() + ms })
    await page.clock.resume()
    await checkout.shiftClock(HOUR_MS + 60_000)

    await useEverything(page)

    await page.goto('/settings?tab=profile')
    await expect(page.getByLabel('About')).toHaveValue('Before the jump')
  })
}

test('an hour after the sign-in an admin proves a dangerous action by passkey', async ({
  page,
  checkout,
}) => {
  const person = await makeMember(page.request)
  await plugIn(page, 'internal')
  await signIn(page, await makeAdmin(page.request))
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await checkout.shiftClock(HOUR_MS + 60_000)

  await page.goto(`/admin/users?q=${person.email}`)
  await page.locator('[data-row]', { hasText: person.name }).click()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Make admin' }).click()
  await page.getByRole('button', { name: 'Make admin' }).click()
  await page.getByRole('button', { name: 'Use passkey or key' }).click()

  await expect(page.getByText(`${person.name} is now an admin.`)).toBeVisible()
})

test('a session that cannot be renewed leads to the login, and from there back to the page', async ({
  page,
  context,
  checkout,
  member,
}) => {
  await page.goto('/settings?tab=appearance')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  const other = await context.newPage()
  await other.goto('/projects?q=tide')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Projects')
  await endSessions(page, member)
  await checkout.shiftClock(30 * DAY_MS)

  await page.getByRole('link', { name: 'Security' }).first().click()

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('status')).toHaveText('Your session has ended. Sign in again.')
  await expect(other).toHaveURL('/login')
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Email').press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings?tab=security')
  await expect(other).toHaveURL('/projects?q=tide')
})

/** A write, a function, a call of the identity service and a read, in a page that stays open. */
async function useEverything(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(/saved|updated/i)
  await page.getByRole('link', { name: 'Security' }).first().click()
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('link', { name: 'Projects' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects')
  await expect(page.getByText(/JWT|couldn't/i)).toHaveCount(0)
}

async function endSessions(page: Page, member: Person): Promise<void> {
  const { access_token } = await tokensOf(page.request, member)
  const apikey = await publishableKey(page.request)

  await page.request.post('/auth/v1/logout?scope=global', {
    headers: { apikey, authorization: `Bearer ${access_token}` },
  })
}
