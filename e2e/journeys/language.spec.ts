import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('the language changes in place, and the browser keeps it', async ({ page }) => {
  await page.goto('/')

  await page.getByRole('link', { name: 'Español' }).click()
  await expect(page.getByRole('link', { name: 'Añadir a Chrome' }).first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page).toHaveTitle(/proyectos de bolt\.new/)

  await page.reload()
  await expect(page.getByRole('link', { name: 'Añadir a Chrome' }).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('es')
})

test('a stored language wins over the cookie', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'language', value: 'en', url: baseURL ?? '' }])
  await page.addInitScript(() => localStorage.setItem('language', 'es'))

  await page.goto('/')

  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('link', { name: 'Añadir a Chrome' }).first()).toBeVisible()
})

test('a link in another language leads to the page in that language', async ({ page }) => {
  await page.goto('/?lang=es')

  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Añadir a Chrome' }).first()).toBeVisible()
})

test('switching twice ends in the first language', async ({ page }) => {
  await page.goto('/')

  await page.getByRole('link', { name: 'Español' }).click()
  await page.getByRole('link', { name: 'English' }).click()

  await expect(page.getByRole('link', { name: 'Add to Chrome' }).first()).toBeVisible()
  expect(await page.evaluate(() => document.cookie)).toContain('language=en')
})
