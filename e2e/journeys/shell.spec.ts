import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('the footer has its four columns, a mail to support and the year of the browser', async ({
  page,
}) => {
  await page.goto('/unauthorized')
  const footer = page.getByRole('contentinfo')

  await expect(footer.getByRole('heading')).toHaveText(['About', 'Resources', 'Community', 'Legal'])
  await expect(footer.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    /^mailto:/,
  )
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Gitferry`)
})

test('inside the application the footer is folded, and unfolds', async ({ page, member: _ }) => {
  await page.goto('/projects')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Gitferry`)
  await expect(footer.getByRole('link', { name: 'Documentation' })).toBeHidden()

  await footer.getByText('Site links').click()

  await expect(footer.getByRole('heading')).toHaveText(['About', 'Resources', 'Community', 'Legal'])
  await expect(footer.getByRole('link', { name: 'Documentation' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a visitor reaches the login from the menu', async ({ page }) => {
    await page.goto('/unauthorized')

    await page.getByLabel('Menu').first().click()
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Sign in' })
      .click()

    await expect(page).toHaveURL('/login')
  })

  test('Escape closes the menu and returns the focus to its button', async ({ page, member }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
    const button = page.getByLabel('Menu').first()
    await button.press('Enter')
    await page.getByRole('link', { name: 'Projects', exact: true }).focus()

    await page.keyboard.press('Escape')

    await expect(button).toBeFocused()
    await expect(page.getByRole('link', { name: 'Projects', exact: true })).toBeHidden()
  })

  test('the menu closes on navigation, on a press elsewhere and when the screen gets wide', async ({
    page,
    member,
  }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const open = () => page.getByRole('banner').locator('summary').click()

    await open()
    await menu.getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings')
    await expect(menu).toBeHidden()

    await open()
    await expect(menu).toBeVisible()
    await page.getByRole('heading', { level: 2 }).last().click()
    await expect(menu).toBeHidden()

    await open()
    await expect(menu).toBeVisible()
    await page.setViewportSize({ width: 1000, height: 844 })
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(menu).toBeHidden()
  })
})

test('the account menu is worked by keyboard, and gives the focus back', async ({
  page,
  member,
}) => {
  await page.goto('/dashboard')
  const button = page.getByRole('button', { name: 'Your account' })
  await button.focus()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toContainText(member.name)
  await expect(page.getByRole('menuitem', { name: 'Dashboard' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Escape')

  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()
})

test('the account menu closes on a press elsewhere and on a second press of its button', async ({
  page,
  member,
}) => {
  await page.goto('/dashboard')
  const button = page.getByRole('button', { name: 'Your account' })

  await button.click()
  await expect(page.getByRole('menu')).toContainText(member.email)
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByRole('menu')).toBeHidden()

  await button.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await button.click()
  await expect(page.getByRole('menu')).toBeHidden()
})

test('the command menu opens any page by a few characters', async ({ page, member }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)

  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Search or type a command')).toBeFocused()
  await page.keyboard.type('sett')
  await expect(page.getByRole('option').first()).toHaveText(/^Settings/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')

  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Search or type a command')).toBeFocused()
  await page.keyboard.type('idioma')
  await expect(page.getByRole('option', { name: /idioma/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a new page starts at its top', async ({ page, member }) => {
  await page.setViewportSize({ width: 800, height: 400 })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
  await page.mouse.wheel(0, 2000)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()

  await expect(page).toHaveTitle('Settings – Profile · Gitferry')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('theme and language are kept, and a member finds them in their settings', async ({
  page,
  member,
}) => {
  await page.goto('/settings?tab=appearance')
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByText('System', { exact: true }).click()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()

  await expect(
    page.getByText('Choose your preferred language for the application interface.'),
  ).toBeVisible()
  await page.getByText('Español', { exact: true }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ajustes')

  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hola, ${member.name}`)
})
