import { expect } from '@playwright/test'
import { buyPro, openPanel as openTab } from './simulator.ts'
import { confirm, letTimePass, look, test } from './with-extension.ts'

test('a Pro member pushes with the panel closed, answers issues, and imports a private repository', async ({
  extension,
  builder,
  codeHost,
  checkout,
}) => {
  test.slow()
  const login = await extension.connectMember()
  const shop = await extension.context.newPage()
  await buyPro(shop, checkout)
  await shop.close()
  const project = await builder.newProject('Idle tides')
  const { tabId } = await extension.openProject(project)
  const panel = await extension.openPanel(tabId)
  await look(panel, 'idle-tides')
  await confirm(panel)
  await expect(panel.getByText(/^Pushed 4 files/)).toBeVisible()

  await codeHost.addIssue(login, 'idle-tides', 'Tides are late')
  await openTab(panel, 'Issues')
  await panel.getByRole('button', { name: /^Tides are late/ }).click()
  await panel.getByLabel('Comment').fill('By an hour.')
  await panel.getByRole('button', { name: 'Add comment' }).click()
  await expect(panel.getByRole('listitem').getByText('By an hour.')).toBeVisible()

  await openTab(panel, 'Automatic')
  await panel.getByRole('switch', { name: 'Push when idle' }).click()
  await expect(panel.getByText(/^Everything is pushed|^Next push|^The next push/)).toBeVisible()
  await panel.close()
  await builder.write(project, { 'src/main.ts': 'while nobody looks\n' })
  // Another tab is in front, so the project is not visible.
  await extension.context.newPage()
  await letTimePass(extension, project)
  await expect
    .poll(() => codeHost.headMessage(login, 'idle-tides'), { timeout: 60_000 })
    .toBe('Update src/main.ts')

  await codeHost.addRepository(login, 'secret-plans', [{ message: 'First', hoursAgo: 2 }], true)
  const importing = await extension.openPanel(tabId)
  await openTab(importing, 'Import')
  await importing.getByRole('radio', { name: /secret-plans/ }).check()
  await importing.getByRole('button', { name: 'Continue' }).click()
  await importing.getByRole('button', { name: 'Import with a temporary copy' }).click()
  await importing.getByRole('dialog').getByRole('button', { name: 'Make the copy' }).click()
  const open = importing.getByRole('link', { name: 'Open in bolt.new' })
  await expect(open).toBeVisible({ timeout: 60_000 })
  const opening = extension.context.waitForEvent('page')
  await open.click()
  const imported = await opening
  await expect(imported.getByRole('list', { name: 'Files' })).toContainText('README.md', {
    timeout: 30_000,
  })
  await importing.bringToFront()
  // An import that has arrived needs no copy, so it is deleted without "Delete now".
  await expect(importing.getByText(/^Deleted\. The copy was public for \d+ s\.$/)).toBeVisible({
    timeout: 30_000,
  })
  expect((await codeHost.repositoriesOf(login)).toSorted()).toEqual([
    `${login}/idle-tides`,
    `${login}/secret-plans`,
  ])
})
