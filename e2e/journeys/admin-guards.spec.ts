import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { ADMIN, signIn } from './people.ts'

const CHILDREN = [
  '/admin/users',
  '/admin/subscribers',
  '/admin/sync',
  '/admin/feedback',
  '/admin/oauth',
  '/admin/sso',
]

test('a visitor of any admin page signs in and comes back to it', async ({ page }) => {
  const asked = watchAdminRequests(page)
  for (const path of ['/admin', ...CHILDREN, '/admin/no/such']) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
  }
  await page.goto('/admin?days=7')
  await expect(page).toHaveURL('/login')
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])

  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')

  await expect(page).toHaveURL('/admin?days=7')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
  // The listener does record requests of the admin area.
  expect(asked).toContainEqual(expect.stringContaining('admin-frame'))
  await expect.poll(() => asked).toContainEqual('/rest/v1/rpc/get_admin_figures')
})

test('a member is refused before any code or data of the admin area is loaded', async ({
  page,
  member: _,
}) => {
  const asked = watchAdminRequests(page)

  for (const path of ['/admin', ...CHILDREN, '/admin/no/such']) {
    await page.goto(path)
    await expect(page).toHaveURL('/unauthorized')
  }
  await page.waitForLoadState('networkidle')

  expect(asked).toEqual([])
})

test('an admin finds no page at an unknown address, and a way on beside it', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/admin/no/such')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await page
    .getByRole('navigation', { name: 'Admin area' })
    .getByRole('link', { name: 'Dashboard' })
    .click()

  await expect(page).toHaveURL('/admin')
  await expect(page).toHaveTitle(/^Admin Dashboard · /)
})

/** Scripts and texts of the admin area, and data that only admins read. */
function watchAdminRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isCode = /^\/assets\/.*(admin|figures)/.test(pathname)
    const isData =
      /^\/(rest\/v1\/(user_feedback|subscriptions|rpc\/get_admin)|functions\/v1\/(admin|manage))/.test(
        pathname,
      )
    if (isCode || isData) asked.push(pathname)
  })

  return asked
}
