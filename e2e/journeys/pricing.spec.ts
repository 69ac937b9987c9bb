import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { PRO, registerMember, signIn } from './people.ts'

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of ['/pricing', '/upgrade']) {
    test(`${path} shows Free, and Pro by month or by year`, async ({ page }) => {
      await page.goto(path)

      await expect(page.getByRole('article').first()).toContainText('Free')
      await expect(planCard(page, 'Pro Monthly')).toContainText('$4')
      await expect(planCard(page, 'Pro Annual')).toBeHidden()
      await page.getByText('Annual', { exact: true }).click()

      await expect(planCard(page, 'Pro Monthly')).toBeHidden()
      await expect(planCard(page, 'Pro Annual')).toContainText('$40')
      await expect(planCard(page, 'Pro Annual').getByRole('listitem')).toHaveCount(6)
    })
  }
})

test('a visitor who wants to upgrade signs in for a plan and comes back to it', async ({
  page,
  mailbox,
}) => {
  const { email, password } = await registerMember(page.request, mailbox)
  await page.goto('/#upgrade')

  await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
  await page.getByText('Annual', { exact: true }).click()
  await page.getByRole('link', { name: 'Sign in to get Pro Annual' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/upgrade\?plan=/)
  await expect(planCard(page, 'Pro Annual')).toContainText('Your choice')
  await expect(planCard(page, 'Free')).toContainText('Current plan')
  await expect(page.getByRole('button', { name: /^Get Pro/ })).toHaveText('Get Pro Annual')
})

test('a Pro member sees their plan marked, with the day of its renewal, and can switch', async ({
  page,
}) => {
  await signIn(page, PRO)

  await page.goto('/upgrade')

  await expect(planCard(page, 'Pro Monthly')).toContainText('Current plan')
  await expect(planCard(page, 'Pro Monthly')).toContainText(/Renews on \w+ \d+, \d{4}/)
  await expect(planCard(page, 'Free')).toContainText('Part of Pro')
  await page.getByText('Annual', { exact: true }).click()
  await page.getByRole('button', { name: 'Switch to annual' }).click()
  await expect(page.getByRole('dialog')).toContainText(/About \$\d+(\.\d\d)? today, plus tax/)
})

test.describe('when the plan cannot be loaded', () => {
  test.use({ expectedConsole: /status of 503/ })

  test('the page says so and offers a retry', async ({ page, member }) => {
    expect(member.email).toBeTruthy()
    await page.route('**/rest/v1/subscriptions**', (route) =>
      route.fulfill({ status: 503, json: { message: 'away' } }),
    )
    await page.goto('/pricing')
    await expect(planCard(page, 'Pro Monthly')).toContainText('Your plan couldn’t be loaded')

    await page.unroute('**/rest/v1/subscriptions**')
    await planCard(page, 'Pro Monthly').getByRole('button', { name: 'Try again' }).click()

    await expect(planCard(page, 'Free')).toContainText('Current plan')
  })
})

const planCard = (page: Page, name: string) => page.getByRole('article', { name })
