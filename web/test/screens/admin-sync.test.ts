import { ADMIN } from '@app/e2e/people.ts'
import { restClientFor } from '@app/e2e/projects.ts'
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

test('the audit log is filtered, its facts lead to all of their kind, and it is saved', async ({
  page,
}) => {
  const { rest } = await restClientFor(page.request, ADMIN)
  const [category] = await rest<{ id: string }[]>('resource_categories?limit=1')
  const [added] = await rest<{ id: string }[]>('resources', {
    method: 'POST',
    data: { category_id: category?.id, title_en: 'A', title_es: 'B', url: '/c', is_active: false },
  })
  await signIn(page, ADMIN)
  await page.goto('/admin/sync?tab=audit')

  await page.getByLabel('What').fill('resource_added')
  await expect(page).toHaveURL('/admin/sync?tab=audit&action=resource_added')
  await page.getByLabel('Whom').fill(added?.id ?? '')
  await expect(page).toHaveURL(/subject=/)
  await expect(page.getByRole('link', { name: 'resource_added' })).toHaveCount(1)
  await page.getByRole('link', { name: 'resource_added' }).click()
  await expect(page.getByRole('dialog').getByText('"title_en": "A"')).toBeVisible()
  await page.getByRole('dialog').getByRole('link', { name: ADMIN.email }).click()
  await expect(page).toHaveURL(/actor=.+action=resource_added/)
  await expect(page.getByRole('cell', { name: ADMIN.email })).toBeVisible()
  await rest(`resources?id=eq.${added?.id}`, { method: 'DELETE' })

  const saving = page.waitForDownload()
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await saving).name).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.csv$/)

  await page.getByLabel('What').fill('nothing_like_this')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/sync?tab=audit')
  await page.getByRole('combobox', { name: 'Source' }).click()
  await page.getByRole('option', { name: 'Sign-ins' }).click()
  await expect(page.getByRole('link', { name: 'Signed in' }).first()).toBeVisible()
})

test('everything is compared with the payment provider, and a member’s repositories with GitHub', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/admin/sync')
  await page.getByRole('button', { name: 'Reconcile now' }).click()
  await expect(page.getByText('Every plan costs what the payment provider charges.')).toBeVisible()

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
