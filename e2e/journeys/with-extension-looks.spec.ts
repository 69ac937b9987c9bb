import { expect } from '@playwright/test'
import { expectAccessible, expectContrast, expectFits } from './accessible.ts'
import { test } from './with-extension.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the panel works by keyboard, in Spanish and in both themes, and removing the extension leads to the questions', async ({
  extension,
  builder,
}) => {
  await extension.connectMember()
  const { page, tabId } = await extension.openProject(await builder.newProject('Mareas'))
  const panel = await extension.openPanel(tabId)
  await panel.getByRole('tab', { name: 'Push' }).focus()
  for (const name of ['Import', 'History', 'Issues', 'Automatic', 'Projects', 'Settings']) {
    await panel.keyboard.press('ArrowRight')
    await panel.keyboard.press('Enter')
    await expect(panel.getByRole('tabpanel', { name, exact: true })).toBeVisible()
    await expectAccessible(panel)
    await expectContrast(panel, 'dark')
    await expectContrast(panel, 'light')
  }
  await panel.getByRole('combobox', { name: 'Language' }).press('Enter')
  const spanish = panel.getByRole('option', { name: 'Español' })
  await expect(spanish).toBeVisible()
  await panel.keyboard.press('End')
  await expect(spanish).toHaveAttribute('data-highlighted')
  await panel.keyboard.press('Enter')
  await expect(panel.locator('html')).toHaveAttribute('lang', 'es')
  const tabs = panel.getByRole('tablist').getByRole('tab')
  await expect(tabs.first()).toBeVisible()
  for (const tab of await tabs.all()) {
    await tab.click()
    await expectFits(panel, 320, 420)
  }
  await tabs.first().click()
  await panel.getByRole('searchbox', { name: 'Buscar repositorios' }).fill('mareas')
  await panel.getByRole('radio', { name: /mareas/ }).check()
  await panel.getByRole('button', { name: 'Ver los cambios' }).press('Enter')
  const push = panel.getByRole('button', { name: /^Hacer push de 4 archivos$/ })
  await expect(push).toBeVisible()
  await expectAccessible(panel)
  await push.press('Enter')
  await expect(panel.getByText(/^Push de 4 archivos a/)).toBeVisible()
  const button = page.locator('gitferry-button').getByRole('button')
  await expect(button).toContainText('Gitferry')

  const worker = await extension.worker()
  const leaving = extension.context.waitForEvent('page')
  await worker.evaluate(() => chrome.management.uninstallSelf()).catch(() => undefined)
  const questions = await leaving
  await expect(questions).toHaveURL(/\/uninstall-feedback\?v=1\.0\.0&d=0&p=1&a=github-app&e=false/)
})
