import { ADMIN } from '@app/e2e/people.ts'
import { restClientFor } from '@app/e2e/projects.ts'
import { expect } from 'vitest'
import { test } from './harness/fixtures.ts'

test('who removed the extension says why, and an admin reads it with what the address told', async ({
  page,
}) => {
  const description = `Too slow ${crypto.randomUUID()}`
  await page.goto('/uninstall-feedback?v=1.4.0&d=12&p=3&a=github_app&e=true')

  await page.getByRole('button', { name: 'Send feedback' }).click()
  await expect(page.getByRole('alert')).toContainText('Select a reason or write a line.')
  await page.getByLabel('It is slow or slows the page down').check()
  await page.getByLabel('I only needed it once').check()
  await page.getByLabel('Anything else we should know?').fill(description)
  await page.getByRole('button', { name: 'Send feedback' }).click()

  await expect(page).toHaveURL('/goodbye')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Goodbye, and thank you')
  const { rest } = await restClientFor(page.request, ADMIN)
  const stored = await rest(`user_feedback?description=eq.${encodeURIComponent(description)}`)
  expect(stored).toMatchObject([
    {
      feedback_category: 'uninstall',
      user_id: null,
      extension_version: '1.4.0',
      days_installed: 12,
      push_count: 3,
      auth_method: 'github_app',
      had_errors: true,
    },
  ])
})
