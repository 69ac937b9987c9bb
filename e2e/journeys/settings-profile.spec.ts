import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'

/** A small valid PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a member changes name and description, shown on all pages', async ({ page, member }) => {
  await page.goto('/settings')
  await expect(page.getByLabel('Name')).toHaveValue(member.name)

  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Name is required')
  await page.getByLabel('Name').fill('Ada Ferryman')
  await page.getByLabel('About').fill('Carries things.')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('menu')).toContainText('Ada Ferryman')
  await page.reload()
  await expect(page.getByLabel('About')).toHaveValue('Carries things.')
})

test('a picture is cropped by keys, shown in the header, and removed again', async ({
  page,
  member,
}) => {
  await page.goto('/settings?tab=profile')
  await expect(page.getByLabel('Name')).toHaveValue(member.name)
  const shown = page.getByRole('button', { name: 'Your account' }).locator('img')

  await choose(page, {
    name: 'words.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  })
  await expect(page.getByRole('alert')).toHaveText("This file isn't an image we can show.")
  await choose(page, { name: 'face.png', mimeType: 'image/png', buffer: PNG })
  await page.getByRole('img', { name: 'Your picture, as others will see it' }).press('ArrowLeft')
  await page.getByLabel('Zoom').press('ArrowRight')
  await expectAccessible(page, '[role="dialog"]')
  await page.getByRole('button', { name: 'Use this picture' }).click()

  await expect(page.getByText('Picture changed')).toBeVisible()
  await expect(shown).toHaveAttribute('src', /^\/storage\/v1\/object\/public\/avatars\//)
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(shown).toHaveCount(0)
})

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  await page.locator('input[type="file"]').setInputFiles(file)
}
