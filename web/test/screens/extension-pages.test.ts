import { ADMIN, type Requests } from '@app/e2e/people.ts'
import { restClientFor } from '@app/e2e/projects.ts'
import { expect } from 'vitest'
import { test } from './harness/fixtures.ts'
import type { Page } from './harness/page.ts'

test('an extension that answers only its capabilities counts as installed', async ({ page }) => {
  await fakeExtension(page, 'worker asleep')

  await page.goto('/welcome')

  // Only a style sheet hides the other answers.
  await expect(page.locator('html')).toHaveAttribute('data-extension', 'present')
})

test('uninstall feedback is sent, acknowledged and stored', async ({ page }) => {
  const words = `Bye ${crypto.randomUUID()}`
  await page.goto('/uninstall-feedback?v=2.0.0&d=12&p=34&a=github-app&e=true')

  await page.getByLabel('It is slow or slows the page down').check()
  await page.getByLabel('I no longer use bolt.new').check()
  await page.getByLabel('Anything else we should know? (optional)').fill(`  ${words}  `)
  await page.getByRole('button', { name: 'Send feedback' }).click()

  await expect(page).toHaveURL('/goodbye')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Goodbye, and thank you')
  expect(await storedFeedback(page.request, words)).toMatchObject({
    feedback_category: 'uninstall',
    feedback_type: 'uninstall',
    reasons: ['performance', 'no_longer_using_bolt'],
    extension_version: '2.0.0',
    days_installed: 12,
    push_count: 34,
    auth_method: 'github-app',
    had_errors: true,
    user_id: null,
    status: 'new',
  })
})

test('empty uninstall feedback is not sent, but can be skipped', async ({ page }) => {
  await page.goto('/uninstall-feedback')

  await page.getByRole('button', { name: 'Send feedback' }).click()
  await expect(page.getByRole('alert')).toContainText('Select a reason or write a line')
  await page.getByRole('link', { name: 'Leave without feedback' }).click()

  await expect(page).toHaveURL('/goodbye')
})

const MINUTE_MS = 60_000

test('the development settings show all that the extension says of itself', async ({
  page,
  member: _,
}) => {
  const installDate = new Date(Date.now() - 49 * 60 * MINUTE_MS).toISOString()
  const status = { version: '1.0.1', authenticated: true, installDate, installedVersion: '1.0.0' }
  await answerAs(page, { ...status, onboardingCompleted: false, lastPush: null })

  await page.goto('/settings?tab=development')

  const state = page.getByRole('status').filter({ hasText: 'Capabilities' })
  await expect(state).toContainText('Version1.0.1')
  await expect(state).toContainText('Has its own sessionYes')
  await expect(state).toContainText('Installed2 days ago (1.0.0)')
  await expect(state).toContainText('Last pushNone yet')
  await expect(state).toContainText('First steps doneNo')
  await expect(state).toContainText('zip_upload idle_push')
})

test('the development settings show what the extension is told', async ({ page, member }) => {
  await page.goto('/settings?tab=development')

  const card = page.locator('section').filter({ hasText: 'What the extension sees' })
  await expect(card).toContainText(`Signed in as${member.email}`)
  await expect(card).toContainText('PlanFree')
  await expect(card).toContainText('GitHubNot connected')
  await expect(card).toContainText('GitHub requests leftNone')
})

test('without an extension the development settings say so', async ({ page, member: _ }) => {
  await page.goto('/settings?tab=development')

  await expect(page.getByText('No extension answers in this browser.')).toBeVisible()
})

/** An extension whose page script answers with this status. */
const answerAs = (page: Page, status: object) =>
  page.addInitScript((data) => {
    const answer = (message: object) =>
      window.postMessage({ source: 'bolt2github-extension', ...message }, location.origin)
    addEventListener('message', ({ data: asked }) => {
      if (asked?.source !== 'bolt2github-welcome') return
      if (asked.type === 'getExtensionStatus') answer({ type: 'extensionStatus', data })
      if (asked.type === 'getExtensionCapabilities') {
        answer({ type: 'extensionCapabilities', capabilities: ['zip_upload', 'idle_push'] })
      }
    })
  }, status)

/**
 * The published extension's content script as a page sees it: it posts to the page's own window. Version 1.3.15
 * answers no status, and reports a step as failed although it stored it.
 */
async function fakeExtension(
  page: Page,
  variant: 'as documented' | '1.3.15' | 'worker asleep',
): Promise<void> {
  await page.addInitScript((variant) => {
    const played = Object.assign(window, { steps: [] as string[] })
    const isDocumented = variant === 'as documented'
    const answer = (message: object) =>
      window.postMessage({ source: 'bolt2github-extension', ...message }, location.origin)
    const capabilities = ['zip_upload', 'issue_management', 'branch_management']
    const status = { installed: true, version: '2.0.0', authenticated: true }

    addEventListener('message', ({ data }) => {
      if (data?.source !== 'bolt2github-welcome') return
      if (data.type === 'getExtensionCapabilities') {
        answer({ type: 'extensionCapabilities', capabilities })
      }
      if (variant === 'worker asleep') return
      if (data.type === 'getExtensionStatus') {
        if (isDocumented) {
          answer({ type: 'extensionStatus', data: { ...status, onboardingCompleted: false } })
        } else answer({ type: 'error', error: 'Failed to get extension status' })
      }
      if (data.type === 'completeOnboardingStep') {
        played.steps.push(data.step)
        answer({ type: 'onboardingStepCompleted', success: isDocumented })
      }
    })
  }, variant)
}

async function storedFeedback(request: Requests, description: string): Promise<unknown> {
  const { rest } = await restClientFor(request, ADMIN)
  const rows = await rest<unknown[]>(
    `user_feedback?description=eq.${encodeURIComponent(description)}`,
  )

  expect(rows).toHaveLength(1)
  return rows[0]
}
