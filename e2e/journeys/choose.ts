import { expect, type Locator, type Page } from '@playwright/test'

/** Hovers before clicking: the list ignores a press until an option is highlighted. */
export async function choose(page: Page, field: Locator, name: string): Promise<void> {
  await field.click()
  const option = page.getByRole('option', { name })

  let x = 10
  await expect(async () => {
    // The list takes no notice of a pointer that was there before it was ready and does not move.
    x += 2
    await option.hover({ position: { x, y: 10 } })
    await expect(option).toHaveAttribute('data-highlighted', { timeout: 500 })
  }).toPass()
  await option.click()

  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(field).toContainText(name)
}
