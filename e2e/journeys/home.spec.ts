import { expect, type Page } from '@playwright/test'
import { expectNoHorizontalScroll } from './accessible.ts'
import { test } from './fixtures.ts'

const HEADLINE = {
  en: 'Your bolt.new projects, on GitHub in one click',
  es: 'Tus proyectos de bolt.new, en GitHub con un clic',
}

test('a visitor learns what the product does and where to get it', async ({ page }) => {
  await page.goto('/')

  await expect(page).toHaveTitle(/^Gitferry – /)
  await expect(page.getByRole('heading', { level: 1, name: HEADLINE.en })).toBeVisible()
  const main = page.getByRole('main')
  for (const name of ['Add to Chrome', 'Watch Demo']) {
    await expect(main.getByRole('link', { name })).toHaveCount(2)
  }
  await expect(page.getByRole('link', { name: 'Star us on GitHub' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Videos on YouTube' })).toBeVisible()
  await expect(page.getByText('3,300+')).toBeVisible()
  await expect(page.getByText('10,000+')).toBeVisible()
  await expect(page.getByText('4.8/5')).toBeVisible()
})

test.describe('a Spanish browser', () => {
  test.use({ locale: 'es-ES' })

  test('gets the Spanish page, with Spanish number formats', async ({ page }) => {
    await page.goto('/')

    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page.getByRole('heading', { level: 1, name: HEADLINE.es })).toBeVisible()
    await expect(page.getByText('3.300+')).toBeVisible()
    await expect(page.getByText('4,8/5')).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the page is complete, and offers no control that needs a script', async ({ page }) => {
    await page.goto('/')

    await expect(page.getByRole('heading', { level: 1, name: HEADLINE.en })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add to Chrome' }).first()).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeVisible()
  })

  test('the language can be changed and is kept', async ({ page }) => {
    await page.goto('/')

    await page.getByRole('link', { name: 'Español' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1, name: HEADLINE.es })).toBeVisible()

    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: HEADLINE.es })).toBeVisible()
  })
})

for (const locale of ['en-US', 'es-ES']) {
  test.describe(`on the narrowest phone, ${locale}`, () => {
    test.use({ locale, viewport: { width: 320, height: 568 } })

    test('nothing has to be scrolled sideways', async ({ page }) => {
      await page.goto('/')

      await expectNoHorizontalScroll(page)
    })
  })
}

test('both actions are in sight on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 })

  await page.goto('/')

  const inSight = { ratio: 1 }
  await expect(page.getByRole('link', { name: 'Add to Chrome' }).first()).toBeInViewport(inSight)
  await expect(page.getByRole('link', { name: 'Watch Demo' }).first()).toBeInViewport(inSight)
})

test('a member who comes back goes to the dashboard and sees nothing of this page on the way', async ({
  page,
}) => {
  await signIn(page)
  await page.addInitScript(rememberDisplayOnLeaving)
  await page.route('**/dashboard', (route) => route.fulfill({ body: 'the dashboard' }))

  await page.goto('/')

  await expect(page.getByText('the dashboard')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('display'))).toBe('none')
})

test('a member’s failed mail link shows its error instead of the dashboard', async ({ page }) => {
  await signIn(page)

  await page.goto('/#error=access_denied&error_code=otp_expired')

  await expect(page).toHaveURL('/resend-confirmation')
  await expect(page.getByRole('status')).toContainText('has expired')
})

/** Enough for this page, which only checks whether a session is stored. */
async function signIn(page: Page): Promise<void> {
  await page.addInitScript(() =>
    localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, '{}'),
  )
}

function rememberDisplayOnLeaving(): void {
  addEventListener('pagehide', () =>
    sessionStorage.setItem('display', getComputedStyle(document.documentElement).display),
  )
}
