import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { makeProject, restClientFor } from './projects.ts'

test.use({ expectedConsole: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ })

test('without a connection the login says so, and works when it is back', async ({
  page,
  member,
}) => {
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Email').press('Enter')
  await page.getByLabel('Password', { exact: true }).fill('not-this-one')
  await page.route('**/auth/v1/token**', (route) => route.abort('internetdisconnected'))

  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText("Couldn't reach the server.")

  await page.unroute('**/auth/v1/token**')
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a dashboard without a connection offers to try again, and does when it is back', async ({
  page,
  member,
}) => {
  await page.route('**/rest/v1/**', (route) => route.abort('internetdisconnected'))
  await page.goto('/dashboard')
  await expect(page.getByRole('alert')).toContainText("We couldn't load your account")

  await page.unroute('**/rest/v1/**')
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
})

test('numbers that could not be loaded can be loaded again', async ({ page, member }) => {
  await makeProject(await restClientFor(page.request, member), 'Tides')
  await page.route('**/rpc/get_dashboard_stats**', (route) => route.abort('internetdisconnected'))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
  await expect(page.getByRole('alert')).toContainText("Couldn't load your statistics")

  await page.unroute('**/rpc/get_dashboard_stats**')
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByText('Active projects')).toBeVisible()
})
