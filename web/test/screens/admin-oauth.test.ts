import { newApp } from '@app/e2e/apps.ts'
import { ADMIN } from '@app/e2e/people.ts'
import { describe, expect } from 'vitest'
import { signIn, test } from './harness/fixtures.ts'

test('an admin adds an app and sees its secret once', async ({ page }) => {
  const name = `App ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, ADMIN)
  await page.goto('/admin/oauth')

  await page.getByRole('button', { name: 'Add an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an app' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Enter at least one address.')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Redirect addresses').fill('https://app.example/callback')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const credentials = page.getByRole('dialog', { name: 'Credentials of the app' })
  await expect(credentials.getByText('Copy the secret now.')).toBeVisible()
  await credentials.getByRole('button', { name: 'Done' }).click()

  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Third-party')
})

test('an app is edited, gets a new secret and is deleted', async ({ page }) => {
  const { client_id: id, client_name: name } = await newApp(page.request, {
    token_endpoint_auth_method: 'client_secret_basic',
  })
  await signIn(page, ADMIN)
  await page.goto(`/admin/oauth?open=${id}`)
  const drawer = page.getByRole('dialog', { name })
  await expect(drawer.getByText('Confidential, with a secret')).toBeVisible()
  await drawer.getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit the app' })
  await editor.getByLabel('First-party').click()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${name} saved`)).toBeVisible()

  await drawer.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click()
  const credentials = page.getByRole('dialog', { name: 'Credentials of the app' })
  await credentials.getByRole('button', { name: 'Done' }).click()
  await drawer.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()

  await expect(page.getByText(`${name} deleted`)).toBeVisible()
  await expect(page.getByRole('link', { name })).toBeHidden()
})

test('the list is filtered by kind, and the address keeps the filter', async ({ page }) => {
  const ours = await newApp(page.request, { is_first_party: true })
  const other = await newApp(page.request)
  await signIn(page, ADMIN)
  await page.goto('/admin/oauth?kind=first_party')

  await expect(page.getByRole('link', { name: ours.client_name })).toBeVisible()
  await expect(page.getByRole('link', { name: other.client_name })).toBeHidden()
})

describe('while the server is off', () => {
  test('the page says how it is switched on', async ({ page }) => {
    // The product of these tests has it on, so this answer is played.
    page.route('**/functions/v1/admin-oauth', (route) =>
      route.fulfill({
        json: {
          isEnabled: false,
          issuer: 'https://gitferry.example/auth/v1',
          items: [],
          next: null,
          count: 0,
          isCapped: false,
        },
      }),
    )
    await signIn(page, ADMIN)
    await page.goto('/admin/oauth')

    await expect(page.getByText('AUTH_OAUTH_SERVER_ENABLED=true')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add an app' })).toBeHidden()
  })
})
