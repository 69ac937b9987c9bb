import { expect } from '@playwright/test'
import { connect } from './code-host.ts'
import { test } from './fixtures.ts'
import { editor, openSimulator, status } from './simulator.ts'

test('session, builder and panels work by keyboard alone', async ({
  page,
  member: _,
  codeHost,
}) => {
  const login = await codeHost.newPerson()
  await codeHost.install(login)
  await connect(page, login)
  await openSimulator(page)

  await page.getByRole('button', { name: 'Sign in to the simulator' }).focus()
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText('Signed in')
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
