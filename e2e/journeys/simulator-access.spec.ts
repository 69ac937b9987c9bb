import { expect } from '@playwright/test'
import { expectAccessibleInViews, inAlternateThemes, inBothThemes } from './accessible.ts'
import { connect } from './code-host.ts'
import { test } from './fixtures.ts'
import { editor, openSimulator, status } from './simulator.ts'

const WIDTHS = [390, 1440]

// Without a connection GitHub's token is missing, which the browser itself reports.
test.use({ expectedConsole: /status of 404/, contextOptions: { reducedMotion: 'reduce' } })
test.slow()

for (const [locale, views] of [
  ['en-US', inBothThemes(WIDTHS)],
  ['es-ES', inAlternateThemes(WIDTHS)],
] as const) {
  test.describe(locale, () => {
    test.use({ locale })

    test('every panel of the simulator is accessible, from 320 px to wide', async ({
      page,
      member: _,
      codeHost,
    }) => {
      const login = await codeHost.newPerson()
      await codeHost.install(login)
      await codeHost.addRepository(login, 'tide-planner', [{ message: 'First', hoursAgo: 2 }])
      if (locale === 'en-US') await connect(page, login)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto('/extension-simulator')
      await expectAccessibleInViews(page, views)
      await page.getByRole('button', { name: /^(Pick up the session|Tomar la sesión)$/ }).click()
      await expect(page.getByText(/^(Own session|Sesión propia)$/)).toBeVisible()

      for (const tab of await page.getByRole('tab').all()) {
        await tab.click()
        await expect(page.getByRole('tabpanel')).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectAccessibleInViews(page, views)
      }
    })
  })
}

test('session, builder and panels work by keyboard alone', async ({
  page,
  member: _,
  codeHost,
}) => {
  const login = await codeHost.newPerson()
  await codeHost.install(login)
  await connect(page, login)
  await openSimulator(page)

  await page.getByRole('button', { name: 'Pick up the session' }).focus()
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText('Own session')
  await page.getByRole('button', { name: 'README.md' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await editor(page, 'README.md').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('By keyboard.')
  await expect(editor(page, 'README.md')).toHaveValue(/By keyboard\.$/)
  await page.getByRole('tab', { name: 'Push' }).focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: 'Log' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tabpanel', { name: 'Log' })).toBeVisible()
  await expect(page).toHaveURL(/\?panel=log$/)
})
