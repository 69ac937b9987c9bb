import { expect } from 'vitest'
import { test } from './harness/fixtures.ts'

test('an expectation of what is not there fails', { timeout: 60_000 }, async ({ page }) => {
  await page.goto('/unauthorized')

  await expect(
    expect(page.locator('body')).toContainText('words that are not there'),
  ).rejects.toThrow('body: is')
})
