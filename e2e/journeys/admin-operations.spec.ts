import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { ADMIN, signIn } from './people.ts'
import { restClientFor } from './projects.ts'
import { sendBrokenEvent } from './webhooks.ts'

test('a failed webhook is found, read with its names masked, and replayed', async ({ page }) => {
  const subscription = await sendBrokenEvent(page)
  await signIn(page, ADMIN)
  await page.goto('/admin/sync')
  await expect(page).toHaveTitle(/^Admin Dashboard – Sync – Payments · /)

  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await expect(page).toHaveURL('/admin/sync?tab=webhooks')
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await expect(page).toHaveURL('/admin/sync?tab=webhooks&state=failed')
  const row = page.getByRole('row').filter({ hasText: `subscription ${subscription}` })
  await row.getByRole('link').focus()
  await page.keyboard.press('Enter')

  const drawer = page.getByRole('dialog', { name: 'subscription_updated' })
  await expect(drawer.getByText('"user_email": "•••@•••"')).toBeVisible()
  await expect(drawer).not.toContainText('ada@example.test')
  await page.reload()
  await expect(drawer.getByRole('definition').filter({ hasText: /^1$/ })).toBeVisible()
  await drawer.getByRole('button', { name: 'Replay' }).click()
  await expect(page.getByText('The event is being processed again')).toBeVisible()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/admin/sync?tab=webhooks&state=failed')
  // The job fails again, because its cause remains.
  await expect(row.getByRole('cell', { name: '2', exact: true })).toBeVisible({ timeout: 25_000 })
  await row.getByRole('link').click()
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})

test('a resource is edited in both languages, ordered by keyboard and brought back', async ({
  page,
}) => {
  const name = `Guide ${crypto.randomUUID().slice(0, 8)}`
  const { rest } = await restClientFor(page.request, ADMIN)
  await signIn(page, ADMIN)
  await page.goto('/admin/sync?tab=resources')

  await page.getByRole('button', { name: 'Add resource' }).click()
  await page.getByLabel('Title in English').fill(name)
  await page.getByRole('textbox', { name: 'Link' }).fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter an address that begins with https:// or /.')).toBeVisible()
  await page.getByLabel('Title in Spanish').fill(`Guía ${name}`)
  await page.getByRole('textbox', { name: 'Link' }).fill('/docs/token')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()

  const item = page.getByRole('listitem').filter({ hasText: name })
  await item.getByRole('switch').click()
  await expect(item.getByRole('switch')).not.toBeChecked()
  await page.getByRole('link', { name }).click()
  await page.getByLabel('Title in English').fill(`${name} two`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Resource saved')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()

  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Resource deleted')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()

  const list = page.getByRole('tabpanel').getByRole('list').filter({ hasText: 'Troubleshooting' })
  const titles = () => list.getByRole('link').allInnerTexts()
  const [first, second] = await titles()
  await list.getByRole('button', { name: `Move: ${second}`, exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(async () => (await titles()).slice(0, 2)).toEqual([second, first])
  await page.reload()
  await expect.poll(async () => (await titles()).slice(0, 2)).toEqual([second, first])
  await list.getByRole('button', { name: `Move: ${second}`, exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await titles()).slice(0, 2)).toEqual([first, second])

  await page.goto('/admin/sync?tab=audit&action=resource_deleted')
  await expect(page.getByRole('link', { name: 'resource_deleted' }).first()).toBeVisible()
  await rest(`resources?title_en=eq.${encodeURIComponent(name)}`, { method: 'DELETE' })
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

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.csv$/)

  await page.getByLabel('What').fill('nothing_like_this')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/sync?tab=audit')
  await page.getByRole('combobox', { name: 'Source' }).click()
  await page.getByRole('option', { name: 'Sign-ins' }).click()
  await expect(page.getByRole('link', { name: 'Signed in' }).first()).toBeVisible()
})
