import { describe, expect } from 'vitest'
import { test } from './harness/fixtures.ts'

test('leaving with unsaved changes asks first', async ({ page, member }) => {
  await page.goto('/settings?tab=profile')
  await expect(page.getByLabel('Name')).toHaveValue(member.name)
  await page.getByLabel('About').fill('Half a thou')
  const security = page.getByRole('link', { name: 'Security' })

  await security.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('About')).toHaveValue('Half a thou')
  await security.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()

  await expect(page).toHaveURL('/settings?tab=security')
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible()
})

describe('while the server is down', () => {
  test('typed text stays, and a switch is reset', async ({ page, member }) => {
    await page.goto('/settings?tab=profile')
    await expect(page.getByLabel('Name')).toHaveValue(member.name)
    await page.route('**/rest/v1/users*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )

    await page.getByLabel('About').fill('Not lost')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText("Couldn't save")
    await expect(page.getByLabel('About')).toHaveValue('Not lost')

    await page.getByRole('link', { name: 'Notifications' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    const billing = page.getByRole('switch', { name: 'Billing' })
    await expect(billing).toBeChecked()
    await billing.click()
    await expect(page.getByRole('alert')).toContainText("Couldn't save")
    await expect(billing).toBeChecked()
  })
})

test('notification choices are kept', async ({ page, member: _ }) => {
  await page.goto('/settings?tab=notifications')
  const sync = page.getByRole('switch', { name: 'Sync problems' })

  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await sync.click()
  await saved
  await page.reload()

  await expect(sync).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Billing' })).toBeChecked()
})
