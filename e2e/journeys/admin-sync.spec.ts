import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { ADMIN, signIn } from './people.ts'
import { restClientFor } from './projects.ts'
import { sendBrokenEvent } from './webhooks.ts'

test('a failed webhook is found, read with its names masked, and replayed', async ({ page }) => {
  const subscription = await sendBrokenEvent(page)
  await signIn(page, ADMIN)
  await page.goto('/admin/sync')
  await expect(page).toHaveTitle(/^Admin Dashboard – Sync – Overview · /)

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
  // It is as broken as before: it fails a second time.
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
