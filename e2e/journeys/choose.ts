import { expect, type Locator, type Page } from '@playwright/test'

/** Hovers before clicking: the list ignores a press until an option is highlighted. */
export async function choose(page: Page, field: Locator, name: string): Promise<void> {
  await field.click()
  const option = page.getByRole('option', { name })

  await option.hover()
  await expect(option).toHaveAttribute('data-highlighted')
  await option.click()

  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(field).toContainText(name)
}
