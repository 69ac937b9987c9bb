import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { makeProject, restClientFor } from './projects.ts'

test('a project is found by a part of its name, and stands first the next time', async ({
  page,
  member,
}) => {
  const name = `Ferry 100% ${crypto.randomUUID().slice(0, 8)}`
  const project = await makeProject(await restClientFor(page.request, member), name)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search or type a command').fill('rry 100%')
  await expect(page.getByRole('option', { name, exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(project.path)

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toHaveText(name)
  await expectAccessible(page, '[role="dialog"]')
})

test('a guide is found by what it is about', async ({ page, member }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search or type a command').fill('public clone')
  await page.getByRole('option', { name: 'Import a private repository' }).click()

  await expect(page).toHaveURL('/docs/private-import')
})

test('a search that nothing matches leads on', async ({ page, member }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search or type a command').fill('zebra & co')
  await expect(page.getByRole('option')).toHaveText([
    'Search all projects for “zebra & co”',
    'Tell us what you were looking for',
  ])
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/projects?q=zebra%20%26%20co')
  await expect(page.getByRole('searchbox')).toHaveValue('zebra & co')
})

test('single-key shortcuts navigate, but not while a field has the focus or when switched off', async ({
  page,
  member,
}) => {
  const project = await makeProject(await restClientFor(page.request, member), 'Ferry')
  await page.goto(`${project.path}?tab=details`)
  await page.getByLabel('Name').focus()
  await page.keyboard.type('g s')
  await expect(page.getByLabel('Name')).toHaveValue('Ferryg s')
  await page.getByLabel('Name').fill('Ferry')
  await page.getByRole('heading', { level: 1 }).click()

  await page.keyboard.type('gs')
  await expect(page).toHaveURL('/settings')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toContainText('Ctrl')
  await expect(dialog).not.toContainText('Admin')
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.type('gd')
  await page.keyboard.press('?')

  await expect(page).toHaveURL('/settings')
  await expect(dialog).toBeHidden()
})
