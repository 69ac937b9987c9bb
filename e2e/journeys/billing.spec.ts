import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import type { Checkout } from './checkout.ts'
import { countClicks } from './clicks.ts'
import { test } from './fixtures.ts'

const HOUR_MS = 3_600_000
const BILLING = '/settings?tab=billing'

test('a member buys Pro, uses it, changes, cancels, resumes, pays late, repairs the card, ends and buys again', async ({
  page,
  member,
  checkout,
}) => {
  test.slow()
  await page.goto('/upgrade')
  await planCard(page, 'Pro Monthly').getByRole('button', { name: 'Get Pro Monthly' }).click()
  await checkout.pay(page)

  await expect(page.getByText("You're Pro. Pro Monthly is active")).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL('/upgrade?checkout=active')
  await expect(planCard(page, 'Pro Monthly')).toContainText('Current plan')

  await page.goto('/settings?tab=preferences')
  const early = page.getByRole('switch', { name: 'Try new features early' })
  await early.click()
  await expect(early).toBeChecked()

  await page.goto(BILLING)
  await expect(page.getByText(/^Renews on .+ for \$4\.$/)).toBeVisible()
  await expect(page.getByText('Paid with Visa ending in 4242')).toBeVisible()
  await page.getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(/About \$3\d(\.\d\d)? today, plus tax/)
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Switch to Pro Annual' }).click()
  await expect(page.getByText(/^Renews on .+ for \$40\.$/)).toBeVisible()

  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(6)
  await dialog.getByLabel('Anything we should know?').fill('Only trying.')
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByText(/^Subscription cancelled\. Pro stays on until/)).toBeVisible()
  await expect(page.getByText(/^Pro stays on until .+ Nothing more is charged\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Resume subscription' }).click()
  await expect(page.getByText(/^Renews on .+ for \$40\.$/)).toBeVisible()

  await checkout.failPayment(member.email)
  await showsSoon(page, 'Payment late')
  const banner = page.getByRole('status').filter({ hasText: 'Your last payment failed' })
  await expect(banner).toBeVisible()
  await banner.getByRole('button', { name: 'Update payment method' }).click()
  await checkout.pay(page)
  await page.goto(BILLING)
  await showsSoon(page, 'Active')

  await checkout.expire(member.email)
  await showsSoon(page, 'Ended')
  await page.getByRole('link', { name: 'See plans' }).click()
  await page.getByText('Annual', { exact: true }).click()
  await planCard(page, 'Pro Annual').getByRole('button', { name: 'Get Pro Annual' }).click()
  await checkout.pay(page)
  await expect(page.getByText("You're Pro. Pro Annual is active")).toBeVisible({ timeout: 30_000 })
})

test.describe('in Spanish, on a phone, by keyboard', () => {
  test.use({ locale: 'es-ES', viewport: { width: 320, height: 640 } })

  test('a member buys Pro and cancels it', async ({ page, member, checkout }) => {
    expect(member.email).toBeTruthy()
    await page.goto('/upgrade')
    const upgrade = page.getByRole('button', { name: 'Obtener Pro mensual' })
    await upgrade.focus()
    await page.keyboard.press('Enter')
    await checkout.pay(page)
    await expect(page.getByText('Ya eres Pro.')).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page)

    await page.goto(BILLING)
    await page.getByRole('button', { name: 'Cancelar la suscripción' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await expectAccessible(page, '[role="dialog"]')
    await dialog.getByRole('button', { name: 'Cancelar la suscripción' }).press('Enter')

    await expect(page.getByText(/^Suscripción cancelada\. Pro sigue activo hasta el/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reanudar la suscripción' })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})

test('an unpaid member has no Pro, is told so on every page, and can close that', async ({
  page,
  member,
  checkout,
}) => {
  await buy(page, checkout)

  await checkout.stopTrying(member.email)
  await page.goto(BILLING)
  await showsSoon(page, 'Unpaid')
  await page.goto('/settings?tab=preferences')
  await expect(page.getByText('Early access is part of Pro.')).toBeVisible()
  const banner = page.getByText('Your payment could not be collected, so Pro is switched off.', {
    exact: true,
  })
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toBeHidden()

  await page.goto('/pricing')
  await page.getByText('Annual', { exact: true }).click()
  await expect(
    planCard(page, 'Pro Annual').getByRole('link', { name: 'Manage subscription' }),
  ).toBeVisible()
})

test('a subscription that is cancelled elsewhere under the open dialog is simply cancelled', async ({
  page,
  member,
  checkout,
}) => {
  await buy(page, checkout)
  await page.goto(BILLING)
  await page.getByRole('button', { name: 'Cancel subscription' }).click()

  await checkout.cancel(member.email)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()

  await expect(page.getByText(/^Subscription cancelled\. Pro stays on until/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume subscription' })).toBeVisible()
})

test('two tabs that buy the same plan pay once', async ({ page, context, member, checkout }) => {
  expect(member.email).toBeTruthy()
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto('/upgrade')

  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Get Pro Monthly' }).click()
    await checkout.isAt(tab)
  }
  expect(other.url()).toBe(page.url())
  await checkout.pay(page)
  await expect(page.getByText("You're Pro.")).toBeVisible({ timeout: 30_000 })

  await page.goto(BILLING)
  await expect(page.getByText('You have two subscriptions.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toHaveCount(1)
})

test('a browser whose clock is wrong shows the server’s state', async ({
  page,
  member,
  checkout,
}) => {
  await buy(page, checkout)
  const now = Date.now()
  await checkout.endAt(member.email, new Date(now + 10 * HOUR_MS))
  await page.clock.setFixedTime(now + 24 * HOUR_MS)
  await page.goto(BILLING)
  await showsSoon(page, 'Cancelled')

  await expect(page.getByRole('button', { name: 'Resume subscription' })).toBeVisible()
  await page.goto('/settings?tab=preferences')
  await expect(page.getByRole('switch', { name: 'Try new features early' })).toBeEnabled()
})

test.describe('a return without a connection', () => {
  test.use({ expectedConsole: /Failed to (load resource|fetch)|ERR_INTERNET_DISCONNECTED/ })

  test('goes on when the connection is back', async ({ page, member, checkout }) => {
    expect(member.email).toBeTruthy()
    await page.goto('/upgrade')
    await page.getByRole('button', { name: 'Get Pro Monthly' }).click()
    await checkout.isAt(page)
    await page.route('**/rest/v1/rpc/get_subscription_status**', (route) => route.abort())
    await page.route('**/functions/v1/refresh-subscription', (route) => route.abort())
    await checkout.pay(page)
    await expect(page.getByText('Confirming your payment...')).toBeVisible()

    await page.unrouteAll()

    await expect(page.getByText("You're Pro.")).toBeVisible({ timeout: 40_000 })
  })
})

test.describe('a card that is declined', () => {
  test.use({ expectedConsole: /status of 4\d\d/ })

  test('buys nothing, and the next one does', async ({ page, member, checkout }) => {
    expect(member.email).toBeTruthy()
    await page.goto('/upgrade')
    await page.getByRole('button', { name: 'Get Pro Monthly' }).click()

    await checkout.pay(page, 'declined')
    await checkout.isAt(page)
    await checkout.pay(page)

    await expect(page.getByText("You're Pro.")).toBeVisible({ timeout: 30_000 })
  })
})

test.describe('the address of the return page', () => {
  test('grants nothing, and asks a visitor to sign in', async ({ page }) => {
    await page.goto('/upgrade?checkout=success')

    await expect(page.getByText('Sign in to see your plan.')).toBeVisible()
  })

  test('says to a member without a payment that it takes longer', async ({ page, member }) => {
    expect(member.email).toBeTruthy()
    await page.clock.install()
    await page.goto('/upgrade?checkout=success&order=[order_identifier]&order_id=[order_id]')
    await expect(page.getByText('Confirming your payment...')).toBeVisible()

    for (let second = 0; second <= 31; second += 1) await page.clock.runFor(1000)

    await expect(page.getByText('Your payment is taking longer than usual.')).toBeVisible()
    await expect(planCard(page, 'Free')).toContainText('Current plan')
  })
})

test.describe('when the provider cannot be reached', () => {
  test.use({ expectedConsole: /status of 503/ })

  test('the button says so and can be pressed again', async ({ page, member, checkout }) => {
    expect(member.email).toBeTruthy()
    await page.route('**/functions/v1/create-checkout', (route) =>
      route.fulfill({ status: 503, json: { error: '…', code: 'billing_unavailable' } }),
    )
    await page.goto('/upgrade')
    const upgrade = page.getByRole('button', { name: 'Get Pro Monthly' })
    await upgrade.click()
    await expect(page.getByRole('alert')).toHaveText(
      'The payment provider cannot be reached. Nothing was changed.',
    )

    await page.unroute('**/functions/v1/create-checkout')
    await upgrade.click()

    await checkout.isAt(page)
  })
})

const planCard = (page: Page, name: string) => page.getByRole('article', { name })

async function buy(page: Page, checkout: Checkout): Promise<void> {
  await page.goto('/upgrade')
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'Get Pro Monthly' }).click()
  await checkout.pay(page)
  await expect(page.getByText("You're Pro.")).toBeVisible({ timeout: 30_000 })
  await clicks.expectAtMost(2)
}

/** A webhook takes a moment; coming back to the tab asks again. */
async function showsSoon(page: Page, badge: string): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(badge, { exact: true }).first()).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 30_000 })
}
