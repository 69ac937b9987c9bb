import { type APIRequestContext, expect } from '@playwright/test'
import { choose } from './choose.ts'
import { test } from './fixtures.ts'
import { ADMIN, tokensOf } from './people.ts'
import { restClientFor } from './projects.ts'

test('a visitor sends feedback, and only an admin can read it', async ({ page }) => {
  const title = `Visitor ${crypto.randomUUID()}`
  await page.goto('/unauthorized')

  await page.getByRole('button', { name: 'Feedback' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Feedback' })
  await expect(dialog.getByRole('radio')).toHaveCount(5)
  await expect(dialog.getByRole('button', { name: 'Send Feedback' })).toBeDisabled()
  await dialog.getByText('Appreciation').click()
  await dialog.getByLabel('Title (optional)').fill(title)
  await dialog.getByLabel('Description').fill('  It just works.  ')
  await dialog.getByRole('button', { name: 'Send Feedback' }).click()

  await expect(page.getByText('Thank you!')).toBeVisible()
  await expect(page.getByText('Your feedback has been submitted successfully.')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await storedFeedback(page.request, title)).toMatchObject({
    feedback_category: 'appreciation',
    feedback_type: 'general',
    description: 'It just works.',
    priority: null,
    status: 'new',
    user_id: null,
    page_url: expect.stringMatching(/\/unauthorized$/),
    browser_info: { language: 'en-US', platform: expect.any(String), vendor: expect.any(String) },
  })
})

test('a member reports a bug from the menu; it has their id and a priority', async ({
  page,
  member,
}) => {
  const title = `Bug ${crypto.randomUUID()}`
  await page.goto('/dashboard')

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Send Feedback' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Feedback' })
  await dialog.getByText('Bug').click()
  await expect(dialog.getByLabel('Priority')).toContainText('Medium')
  await choose(page, dialog.getByLabel('Priority'), 'Critical')
  await dialog.getByLabel('Title (optional)').fill(title)
  await dialog.getByLabel('Description').fill('The tide tables are missing.')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByText('Thank you!')).toBeVisible()
  const { user } = await tokensOf(page.request, member)
  expect(await storedFeedback(page.request, title)).toMatchObject({
    feedback_category: 'bug',
    priority: 'critical',
    user_id: user.id,
  })
})

async function storedFeedback(request: APIRequestContext, title: string): Promise<unknown> {
  const { rest } = await restClientFor(request, ADMIN)
  const rows = await rest<unknown[]>(`user_feedback?title=eq.${encodeURIComponent(title)}`)

  expect(rows).toHaveLength(1)
  return rows[0]
}
