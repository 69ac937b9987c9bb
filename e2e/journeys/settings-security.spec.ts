import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { identity, tokensOf } from './people.ts'
import { authenticatorCode } from './totp.ts'

test.describe('two-factor authentication', () => {
  test.use({
    expectedConsole: /status of 4\d\d/,
    contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] },
  })

  test('is set up with an app, gives recovery codes once, and is turned off again', async ({
    page,
    member: _,
  }) => {
    await page.goto('/settings?tab=security')
    await page.getByRole('button', { name: 'Set up an app' }).click()
    const qr = page.getByRole('img', { name: 'QR code for the authenticator app' })
    await expect
      .poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await expectAccessible(page)
    const secret = (await page.locator('code').textContent()) ?? ''

    await page.getByLabel('Code from the app').fill('000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByLabel('Code from the app')).toHaveAccessibleDescription(
      'Invalid TOTP code entered',
    )
    await page.getByLabel('Code from the app').fill(authenticatorCode(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(
      page.getByText('Save these somewhere safe. They are shown only once.'),
    ).toBeVisible()
    const codes = await page.locator('li.break-all').allTextContents()
    expect(codes).toHaveLength(10)
    for (const code of codes) expect(code).toMatch(/^(\w{4}-){3}\w{4}$/)
    await page.getByRole('button', { name: 'Copy' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await page.getByRole('button', { name: "I've saved them" }).click()
    await expect(page.getByText('10 codes left.')).toBeVisible()

    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible()
  })
})

test('a device is signed out from another, then all of them', async ({ page, member }) => {
  const { access_token } = await tokensOf(page.request, member)
  await page.goto('/settings?tab=security')
  const heading = page.getByRole('heading', { name: 'Signed-in devices' })
  const devices = page.locator('section', { has: heading })
  await expect(devices.getByText('This device')).toBeVisible()

  await devices
    .getByRole('button', { name: /^Sign out (?!other|everywhere)/ })
    .first()
    .click()
  await expect(page.getByText('Device signed out')).toBeVisible()
  await devices.getByRole('button', { name: 'Sign out everywhere' }).click()

  await expect(page).toHaveURL('/login')
  const answer = identity(page.request, 'logout', {}, access_token)
  await expect(answer).rejects.toThrow('session_not_found')
})

test.describe('ways to sign in', () => {
  test.use({ expectedConsole: /status of 422/ })

  test('GitHub is linked and unlinked', async ({ page, member: _ }) => {
    await page.goto('/settings?tab=security')

    await page.getByRole('button', { name: 'Link GitHub' }).click()
    await page.getByRole('radio').last().check()
    await page.getByRole('button', { name: /authorize/i }).click()
    await expect(page).toHaveURL(/\/settings\?tab=security/)
    await page.getByRole('button', { name: 'Unlink GitHub' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink GitHub' }).click()

    await expect(page.getByText('GitHub unlinked')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Link GitHub' })).toBeVisible()
  })
})

test('linking Google leaves one entry for this browser', async ({ page, member, baseURL }) => {
  const email = `at-google-${member.email}`
  await addGooglePerson(baseURL ?? '', { name: member.name, email })
  await page.goto('/settings?tab=security')
  const heading = page.getByRole('heading', { name: 'Signed-in devices' })
  const devices = page.locator('section', { has: heading }).getByRole('listitem')
  await expect(devices).toHaveCount(1)

  await page.getByRole('button', { name: 'Link Google' }).click()
  await page.getByRole('radio', { name: email }).check()
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('button', { name: 'Unlink Google' })).toBeVisible()
  await expect(devices).toHaveCount(1)
  await expect(devices).toContainText('This device')
})

test('a failed link is reported, and the session stays', async ({ page, member: _ }) => {
  for (const [code, words] of [
    ['identity_already_exists', 'Identity is already linked'],
    ['identity_not_found', 'Identity not found'],
    ['single_identity_not_deletable', 'User must have at least 1 identity after unlinking'],
  ]) {
    await page.goto('/unauthorized')
    await page.goto(`/settings?tab=security#error=x&error_code=${code}&error_description=x&sb=`)
    await expect(page.getByText(words ?? '')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sign-in methods' })).toBeVisible()
  }
})

/** Google's stand-in listens five ports after the product (scripts/launch.js). */
async function addGooglePerson(product: string, person: { name: string; email: string }) {
  const url = new URL('/_control/seed', product)
  url.port = String(Number(url.port) + 5)
  const { ok, status } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-standin-control': '1' },
    body: JSON.stringify({ people: [person] }),
  })

  if (!ok) throw new Error(`seed: ${status}`)
}
