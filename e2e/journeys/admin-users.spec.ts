import { expect, type Page } from '@playwright/test'
import { choose } from './choose.ts'
import { test } from './fixtures.ts'
import { ADMIN, makeMember, type Person, signIn, tokensOf } from './people.ts'

test('an admin finds someone, looks at them, and the link reopens the same', async ({ page }) => {
  const person = await makeMember(page.request)
  // One sign-in, for the list of them.
  await tokensOf(page.request, person)
  await signIn(page, ADMIN)
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Admin area' }).getByText('Users').click()
  await expect(page).toHaveTitle(/^Admin Dashboard – Users · /)

  await page.getByRole('searchbox').fill(person.email.toUpperCase())
  await expect(page).toHaveURL(/[?&]q=/)
  await expect(page.getByText('1 item')).toBeVisible()
  await row(page, person).click()
  const drawer = page.getByRole('dialog', { name: person.name })
  await expect(drawer.getByText(person.email)).toBeVisible()
  await drawer.getByRole('tab', { name: 'Security' }).click()
  await expect(drawer.getByText('127.0.0.0/24').first()).toBeVisible()
  await drawer.getByRole('tab', { name: 'Audit' }).click()
  await expect(drawer.getByText('No admin has done anything here yet.')).toBeVisible()

  await expect(page).toHaveURL(/&open=[\w-]+&view=audit$/)
  await page.reload()
  // Opening the account is in the audit list, but not in the account's history.
  await expect(drawer.getByText('No admin has done anything here yet.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Audit' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await choose(page, page.getByRole('combobox', { name: 'Role' }), 'Admin')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/users')
  await expect(page.getByRole('table')).toBeVisible()
})

test('by keyboard alone: there, along, into a tab, an action, and back', async ({ page }) => {
  const person = await makeMember(page.request)
  await signIn(page, ADMIN)
  await page.goto('/admin')
  await expect(page.getByRole('navigation', { name: 'Admin area' })).toBeVisible()

  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const name of ['Users', 'Subscribers', 'Sync', 'Feedback']) {
    await expect(shortcuts.getByText(name, { exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await expect(page).toHaveURL('/admin/users')
  await expect(row(page, person)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(person.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 item')).toBeVisible()
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('j')
  await expect(row(page, person)).toBeFocused()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: person.name })
  await drawer.getByRole('button', { name: 'Actions' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Send password reset' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(drawer.getByText(`We sent a password reset email to ${person.email}.`)).toBeVisible()
  await drawer.getByRole('tab', { name: 'Overview' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(drawer.getByText('Never had a subscription.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('an admin on a phone filters, opens and acts', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const person = await makeMember(page.request)
  await signIn(page, ADMIN)
  await page.goto('/admin/users')

  await page.getByRole('button', { name: 'Filters and sorting' }).click()
  await choose(page, page.getByRole('combobox', { name: 'Created' }), 'Today (UTC)')
  await row(page, person).click()
  const drawer = page.getByRole('dialog', { name: person.name })
  await choosing(page, 'Send password reset')

  await expect(drawer.getByText(`We sent a password reset email to ${person.email}.`)).toBeVisible()
})

/** Found by its text: beside an open drawer, rows are hidden from screen readers. */
const row = (page: Page, { name }: Person) => page.locator('[data-row]', { hasText: name })

async function choosing(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
