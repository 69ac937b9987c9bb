import { ADMIN } from '@app/e2e/people.ts'
import { describe, expect } from 'vitest'
import { signIn, test } from './harness/fixtures.ts'
import type { Page } from './harness/page.ts'

test('a failed job is retried, and another one discarded after a question', async ({ page }) => {
  // A job fails for good only after hours of retries, so this list is played.
  const written = playJobs(page)
  await signIn(page, ADMIN)
  await page.goto('/admin/sync?tab=jobs')

  const mails = page.getByRole('link', { name: '3 emails wait. One job delivers all of them.' })
  await expect(mails).toHaveAttribute('href', '/admin/sync?tab=mail&state=waiting')
  await page.getByRole('link', { name: 'end-subscription' }).click()
  const drawer = page.getByRole('dialog', { name: 'end-subscription' })
  await expect(drawer.getByText('"subscriptionId": "7"')).toBeVisible()
  await drawer.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The job is tried once more')).toBeVisible()
  await expect(drawer).toBeHidden()

  await page.getByRole('link', { name: 'make-export' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('No job has failed', { exact: true })).toBeVisible()
  expect(written).toEqual([
    { action: 'retry_job', kind: 'end-subscription', id: JOBS[0]?.id },
    { action: 'discard_job', kind: 'make-export', id: JOBS[1]?.id },
  ])
})

test('nine places stand in one list, and the address opens each', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/admin/sync')
  const places = page.getByRole('tablist', { name: 'Sync', exact: true })
  await expect(places.getByRole('tab')).toHaveCount(9)
  await expect(page.getByRole('tab', { name: 'Payments' })).toHaveAttribute('aria-selected', 'true')

  await places.getByRole('tab', { name: 'Jobs' }).click()

  await expect(page).toHaveURL(/\/admin\/sync\?tab=jobs$/)
  await expect(page.getByRole('tablist')).toHaveCount(1)
})

test('an email that was refused is sent again and arrives', async ({ page, mailbox }) => {
  await mailbox.refuseOnce(ADMIN.email)
  await signIn(page, ADMIN)
  await page.goto('/admin/sync?tab=health')
  await expect(page.getByRole('row', { name: /GitHub/ })).toBeVisible()
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await expect(page.getByText(`A test is on its way to ${ADMIN.email}`)).toBeVisible()

  await page.getByRole('tab', { name: 'Email' }).click()
  const failed = page.getByRole('row').filter({ hasText: 'test_mail' })
  await expect(failed).toContainText('Failed')
  await failed.first().getByRole('link').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText('The email is queued again')).toBeVisible()

  expect((await mailbox.newest(ADMIN.email)).subject).toMatch(/^(A test from|Una prueba de) /)
})

test('everything is compared with the payment provider, and a member’s repositories with GitHub', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/admin/sync')
  await page.getByRole('button', { name: 'Reconcile now' }).click()
  await expect(page.getByText('Every plan costs what the payment provider charges.')).toBeVisible()
  await expect(
    page.getByText(/^All compared: \d+ subscriptions?, nothing to correct\.$/).first(),
  ).toBeVisible()

  await page.goto('/admin/sync?tab=repositories')
  await page.getByRole('searchbox').fill('pro@demo.gitferry.test')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible()
  await expect(page.getByText(/^Fine: \d+$/)).toBeVisible()
})

describe('in Spanish', () => {
  test.override({ language: 'es-MX' })

  test('the page and its states are in Spanish', async ({ page }) => {
    await signIn(page, ADMIN)
    await page.goto('/admin/sync?tab=mail')
    await expect(page.getByRole('tab', { name: 'Correo' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Estado del sistema' }).click()
    await expect(page.getByRole('heading', { name: 'Base de datos' })).toBeVisible()
  })
})
const JOBS = [
  { kind: 'end-subscription', payload: '{\n  "subscriptionId": "7"\n}' },
  { kind: 'make-export', payload: '{}' },
].map((job, place) => ({
  ...job,
  id: `00000000-0000-4000-8000-00000000000${place}`,
  reason: 'The payment provider cannot be reached',
  attempts: 13,
  sentAt: '2026-01-02T03:04:05.000Z',
  failedAt: '2026-01-03T03:04:05.000Z',
}))

/** Two failed jobs, each of which leaves the list when something is done about it. Answers what was written. */
function playJobs(page: Page): object[] {
  const written: { id: string }[] = []
  page.route('**/functions/v1/admin-sync', (route) => {
    const body = route.request().postDataJSON() as { id: string; action: string }
    if (body.action !== 'jobs') {
      written.push(body)
      return route.fulfill({ json: { success: true } })
    }
    const items = JOBS.filter(({ id }) => written.every((one) => one.id !== id))
    return route.fulfill({
      json: { items, next: null, count: items.length, isCapped: false, kinds: [], waitingMails: 3 },
    })
  })

  return written
}
