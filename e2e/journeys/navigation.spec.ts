import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('members find Dashboard and Projects beside the logo, and see where they are', async ({
  page,
  member: _,
}) => {
  await page.goto('/dashboard')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await main.getByRole('link', { name: 'Projects' }).click()

  await expect(page).toHaveURL('/projects')
  await expect(main.getByRole('link', { name: 'Projects' })).toHaveAttribute('aria-current', 'page')
  await expect(main.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current')
})

test('visitors of inner pages find features, pricing, docs and the extension', async ({ page }) => {
  await page.goto('/privacy-policy')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Dashboard' })).toBeHidden()
  await expect(main.getByRole('link')).toHaveText(['Features', 'Pricing', 'Docs'])
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Add to Chrome' })).toBeVisible()

  await main.getByRole('link', { name: 'Features' }).click()

  await expect(page).toHaveURL('/#features')
  await expect(page.locator('#features')).toBeInViewport()
})

test('on a phone one menu has everything of the account', async ({ page, member }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeHidden()

  await page.getByRole('banner').locator('summary').click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toContainText(member.email)
  await menu.getByRole('button', { name: 'Send Feedback' }).click()
  await expect(page.getByRole('dialog', { name: 'Send Feedback' })).toBeVisible()
  await expect(menu).toBeHidden()
  await page.keyboard.press('Escape')

  await page.getByRole('banner').locator('summary').click()
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
})

test('each settings tab has its own title and entry, and shared sections keep their addresses', async ({
  page,
  member: _,
}) => {
  await page.goto('/settings?tab=security')
  await expect(page).toHaveTitle('Settings – Security · Gitferry')
  const nav = page.getByRole('navigation', { name: 'Settings' })
  await expect(nav.getByRole('link', { name: 'Security' })).toHaveAttribute('aria-current', 'page')

  await page.goto('/settings?tab=language')

  await expect(page).toHaveTitle('Settings – Language · Gitferry')
  await expect(page.getByRole('heading', { name: 'Language' })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Preferences' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('the header and outlines of a member’s page come with its first byte', async ({
  page,
  member: _,
}) => {
  // Scripts that never arrive.
  await page.route(/\.js$/, () => {})

  await page.goto('/dashboard', { waitUntil: 'commit' })

  const nav = page.getByRole('navigation', { name: 'Main' })
  await expect(nav.filter({ hasText: 'Projects' })).toBeVisible()
  // The visitors' menu is in the document too, and hidden by the style sheet before the first paint.
  await expect(nav).toHaveCount(1)
  await expect(page.locator('main')).toContainText('Loading...')
})

test('a link downloads its screen when the pointer comes near', async ({ page, member }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
  const asked = page.waitForRequest(/\/projects-[\w-]+\.js/)

  await page.getByRole('navigation', { name: 'Main' }).getByText('Projects').hover()

  await asked
  await expect(page).toHaveURL('/dashboard')
})

/** The security tab brings the identity client, which no other page of a member needs. */
const MOST_SCRIPTS = {
  '/dashboard': 15,
  '/projects': 13,
  '/settings': 12,
  '/settings?tab=billing': 14,
  '/settings?tab=security': 15,
}

test('no route needs many scripts', async ({ page, member: _ }) => {
  for (const [path, most] of Object.entries(MOST_SCRIPTS)) {
    const scripts = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(request.url())
    })

    await page.goto(path, { waitUntil: 'networkidle' })

    expect(scripts.size, path).toBeLessThanOrEqual(most)
    page.removeAllListeners('request')
  }
})

test('a page asks for its member and first rows once, before its screen is there', async ({
  page,
  member,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/rest/v1/')) asked.push(pathname.slice('/rest/v1/'.length))
  })
  // The screen never arrives.
  await page.route(/\/dashboard-[\w-]+\.js$/, () => {})

  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect.poll(() => asked.toSorted()).toEqual(EARLY)
  await page.unroute(/\/dashboard-[\w-]+\.js$/)
  asked.length = 0

  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
  expect(asked.filter((path) => EARLY.includes(path)).toSorted()).toEqual(EARLY)
})

const EARLY = ['rpc/get_attention', 'rpc/get_linked_projects', 'rpc/get_sync_states', 'users']
