import { describe, expect } from 'vitest'
import { test } from './harness/fixtures.ts'

test('what is missing is said in a toast, one at a time', async ({ page }) => {
  await page.goto('/unauthorized')
  await page.getByRole('button', { name: 'Feedback' }).click()
  const dialog = page.getByRole('dialog')
  const toasts = page.getByRole('region', { name: 'Notifications' })

  await dialog.getByLabel('Description').press('Control+Enter')
  await expect(toasts).toContainText('Please select a feedback category')
  await dialog.getByText('Question').click()
  await dialog.getByLabel('Description').press('Control+Enter')
  await expect(toasts).not.toContainText('Please provide a description')

  await toasts.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toasts).toContainText('Error')
  await expect(toasts).toContainText('Please provide a description')
  await expect(dialog).toBeVisible()
})

test('the fields are limited to what is stored', async ({ page }) => {
  await page.goto('/unauthorized')
  await page.getByRole('button', { name: 'Feedback' }).click()
  const dialog = page.getByRole('dialog')

  await expect(dialog.getByLabel('Title')).toHaveAttribute('maxlength', '200')
  await expect(dialog.getByLabel('Description')).toHaveAttribute('maxlength', '10000')
})

describe('when it cannot be stored', () => {
  test('the dialog stays open with everything in it', async ({ page }) => {
    await page.goto('/unauthorized')
    await page.route('**/rest/v1/user_feedback**', (route) =>
      route.fulfill({ status: 503, json: { message: '' } }),
    )

    await page.getByRole('button', { name: 'Feedback' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Other').click()
    await dialog.getByLabel('Description').fill('Hello')
    await dialog.getByRole('button', { name: 'Send Feedback' }).click()

    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Failed to submit feedback. Please try again.',
    )
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(dialog.getByLabel('Description')).toHaveValue('Hello')
    await expect(dialog.getByRole('button', { name: 'Send Feedback' })).toBeEnabled()
  })
})

test('Escape closes the dialog, keeps the draft and gives the focus back', async ({ page }) => {
  await page.goto('/unauthorized')
  const button = page.getByRole('button', { name: 'Feedback' })
  await button.click()
  await page.getByLabel('Description').fill('Not yet finished')

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  await expect(page.getByLabel('Appreciation')).toBeFocused()
  await expect(page.getByLabel('Description')).toHaveValue('Not yet finished')
})
