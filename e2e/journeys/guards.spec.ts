import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { ADMIN, signIn } from './people.ts'
import { type RestClient, restClientFor } from './projects.ts'

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
  // They are written once an hour, and that may be in between.
  await expect(async () => {
    await page.reload()
    expect(await shownNumbers(page)).toEqual(await storedFigures(rest))
  }).toPass()

  await page.goto('/admin/no/such')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
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

/** Some of the admin area's numbers by the label that stands beside each of them. */
async function shownNumbers(page: Page): Promise<Record<string, number>> {
  const numberOf = async (label: string) => {
    const card = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
    await expect(card.locator('dd').first()).toHaveText(/^[\d,]+/)
    const text = await card.locator('dd').first().innerText()

    return Number(/^[\d,]+/.exec(text)?.[0].replaceAll(',', ''))
  }

  return {
    users: await numberOf('Users'),
    linked_projects: await numberOf('Linked projects'),
    pushes: await numberOf('Pushes'),
  }
}

async function storedFigures(rest: RestClient['rest']): Promise<Record<string, number>> {
  const { figures } = await rest<{ figures: { name: string; value: number }[] }>(
    'rpc/get_admin_figures',
    { method: 'POST', data: { input_days: 30 } },
  )
  const stored = (wanted: string) => figures.find(({ name }) => name === wanted)?.value ?? -1

  return {
    users: stored('users'),
    linked_projects: stored('linked_projects'),
    pushes: stored('pushes'),
  }
}

function corruptSession(): void {
  const key = Object.keys(localStorage).find((name) => name.startsWith('sb-')) ?? ''
  const session = JSON.parse(localStorage.getItem(key) ?? '{}')

  localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1, refresh_token: 'gone' }))
}
