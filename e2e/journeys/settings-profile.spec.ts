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

test('leaving with unsaved changes asks first', async ({ page, member }) => {
  await page.goto('/settings?tab=profile')
  await expect(page.getByLabel('Name')).toHaveValue(member.name)
  await page.getByLabel('About').fill('Half a thou')
  const security = page.getByRole('link', { name: 'Security' })

  await security.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('About')).toHaveValue('Half a thou')
  await security.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()

  await expect(page).toHaveURL('/settings?tab=security')
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible()
})

test.describe('while the server is down', () => {
  test.use({ expectedConsole: /Failed to load resource|ERR_/ })

  test('typed text stays, and a switch is reset', async ({ page, member }) => {
    await page.goto('/settings?tab=profile')
    await expect(page.getByLabel('Name')).toHaveValue(member.name)
    await page.route('**/rest/v1/users*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )

    await page.getByLabel('About').fill('Not lost')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText("Couldn't save")
    await expect(page.getByLabel('About')).toHaveValue('Not lost')

    await page.getByRole('link', { name: 'Notifications' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    const billing = page.getByRole('switch', { name: 'Billing' })
    await expect(billing).toBeChecked()
    await billing.click()
    await expect(page.getByRole('alert')).toContainText("Couldn't save")
    await expect(billing).toBeChecked()
  })
})

test('notification choices are kept', async ({ page, member: _ }) => {
  await page.goto('/settings?tab=notifications')
  const sync = page.getByRole('switch', { name: 'Sync problems' })

  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await sync.click()
  await saved
  await page.reload()

  await expect(sync).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Billing' })).toBeChecked()
})

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  await page.locator('input[type="file"]').setInputFiles(file)
}
