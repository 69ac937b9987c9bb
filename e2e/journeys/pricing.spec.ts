import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { type Person, registerMember, signIn } from './people.ts'

const PRO: Person = { name: 'Priya Nair', email: 'pro@demo.gitferry.test', password: 'demo-pro' }

const PLANS = ['Free', 'Pro Monthly', 'Pro Annual']

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of ['/pricing', '/upgrade']) {
    test(`${path} lists all prices, the cheapest first`, async ({ page }) => {
      await page.goto(path)

      await expect(page.getByRole('article')).toHaveCount(3)
      for (const [index, name] of PLANS.entries()) {
        await expect(page.getByRole('article').nth(index)).toContainText(name)
      }
      await expect(planCard(page, 'Pro Monthly')).toContainText('$4')
      await expect(planCard(page, 'Pro Annual')).toContainText('$40')
      await expect(planCard(page, 'Pro Annual').getByRole('listitem')).toHaveCount(6)
    })
  }
})

test('a visitor who wants to upgrade signs in for a plan, comes back to it, and reads that it cannot be bought yet', async ({
  page,
  mailbox,
}) => {
  const { email, password } = await registerMember(page.request, mailbox)
  await page.goto('/#upgrade')

  await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
  await page.getByRole('link', { name: 'Sign in to choose Pro Annual' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/upgrade\?plan=/)
  await expect(planCard(page, 'Pro Annual')).toContainText('Your choice')
  await expect(planCard(page, 'Pro Annual')).toContainText('Nothing is charged')
  await expect(
    planCard(page, 'Pro Monthly').getByText('This plan is not available for purchase', {
      exact: true,
    }),
  ).toBeVisible()
  await expect(planCard(page, 'Free')).toContainText('Current plan')
  await expect(page.getByRole('button', { name: 'Not on sale yet' })).toHaveCount(2)
})

test('a Pro member sees their plan marked, with the day of its renewal', async ({ page }) => {
  await signIn(page, PRO)

  await page.goto('/upgrade')

  await expect(planCard(page, 'Pro Monthly')).toContainText('Current plan')
  await expect(planCard(page, 'Pro Monthly')).toContainText(/Renews on \w+ \d+, \d{4}/)
  await expect(page.getByRole('button', { name: 'You have Pro already' })).toBeDisabled()
  await expect(planCard(page, 'Free')).toContainText('Part of Pro')
})

test('after cancelling, the page says until when Pro stays on', async ({ page, member }) => {
  expect(member.email).toBeTruthy()
  await fakeCancelledPlan(page)

  await page.goto('/pricing')

  await expect(planCard(page, 'Pro Monthly')).toContainText('Current plan')
  await expect(planCard(page, 'Pro Monthly')).toContainText(
    'Cancelled. Pro stays on until January 2, 2099.',
  )
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

/** Cancelling is not built yet, so the responses of a cancelled plan are faked. */
async function fakeCancelledPlan(page: Page): Promise<void> {
  const plans = await page.request.get('/pricing')
  const [, content = ''] = /id="public-content">([^<]+)</.exec(await plans.text()) ?? []
  const plan = JSON.parse(content).plans.find(({ name }: Person) => name === 'Pro Monthly')
  const ends_at = '2099-01-02T12:00:00+00:00'

  await page.route('**/rest/v1/subscriptions**', (route) =>
    route.fulfill({ json: [{ id: 'one', status: 'cancelled', ends_at, plan }] }),
  )
  await page.route('**/rest/v1/rpc/get_subscription_status**', (route) =>
    route.fulfill({ json: [{ subscription_status: 'active', plan_name: plan.name }] }),
  )
}
