import { ADMIN } from '@app/e2e/people.ts'
import { describe, expect } from 'vitest'
import { signIn, test } from './harness/fixtures.ts'

describe('in Spanish', () => {
  test.override({ language: 'es-ES' })

  test('plans read in Spanish, dialog included', async ({ page }) => {
    await signIn(page, ADMIN)
    await page.goto('/admin/subscribers?tab=plans')
    await expect(page.getByRole('heading', { level: 1, name: 'Suscriptores' })).toBeVisible()
    await page.getByRole('button', { name: 'Añadir un plan' }).click()

    const dialog = page.getByRole('dialog', { name: 'Añadir un plan' })
    await dialog.getByRole('button', { name: 'Guardar plan' }).click()
    await expect(dialog.getByText('Ponle un nombre al plan.')).toBeVisible()
  })
})
