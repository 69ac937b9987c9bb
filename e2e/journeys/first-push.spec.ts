import { expect } from '@playwright/test'
import { countClicks } from './clicks.ts'
import { test } from './fixtures.ts'
import { ADMIN, signIn } from './people.ts'
import { openWithGithub, pushToNewRepository } from './pushing.ts'

test('the first push of a project counts everywhere, without its list being sent', async ({
  page,
  browser,
  baseURL,
  codeHost,
  member,
}) => {
  const login = await openWithGithub(page, codeHost)
  const clicks = await countClicks(page)
  await pushToNewRepository(page, 'tide-planner')
  await clicks.expectAtMost(3)

  await page.goto('/dashboard')
  const recent = page.getByRole('listitem').filter({ hasText: `${login}/tide-planner` })
  await expect(recent).toContainText('In sync')
  await page.goto('/projects')
  const row = page.getByRole('listitem').filter({ hasText: 'tide-planner' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('In sync')
  await row.getByRole('link').first().click()
  await expect(page.locator('main [data-sync-state="in_sync"]')).toBeVisible()
  await page.getByRole('tab', { name: 'Sync history' }).click()
  const history = page.getByRole('tabpanel', { name: 'Sync history' })
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await expect(history.getByRole('link', { name: /^Commit [0-9a-f]{7} on GitHub$/ })).toBeVisible()

  const office = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-US' })
  const admin = await office.newPage()
  await signIn(admin, ADMIN)
  await admin.goto(`/admin/users?q=${encodeURIComponent(member.email)}`)
  await admin
    .getByRole('button', { name: member.name })
    .or(admin.getByRole('link', { name: member.name }))
    .first()
    .click()
  await admin.getByRole('tab', { name: /Projects/ }).click()
  const known = admin.getByRole('listitem').filter({ hasText: `${login}/tide-planner` })
  await expect(known).toContainText('Last sync landed')
  await expect(known).toContainText('1 push')
  await office.close()
})
