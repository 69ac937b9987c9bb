import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { cloneOf } from './pushing.ts'
import { confirm, contentsOf, look, lookAgain, pushToNew, test } from './with-extension.ts'

test('a push survives a full disk and an update', async ({ extension, builder, codeHost }) => {
  const login = await extension.connectMember()
  const project = await builder.newProject('Bad day')
  const { tabId } = await extension.openProject(project)
  const panel = await extension.openPanel(tabId)
  await pushToNew(panel, 'bad-day')
  await expect(panel.getByText(/^Pushed 4 files/)).toBeVisible()
  const there = async () =>
    contentsOf(cloneOf(await codeHost.cloneAddress(login, 'bad-day')))['src/main.ts']

  const full = await extension.fillDisk()
  await builder.write(project, { 'src/main.ts': 'without room\n' })
  await lookAgain(panel)
  await confirm(panel)
  await expect.poll(there).toBe('without room\n')
  await expect(panel.getByText(/^Pushed 1 file /)).toBeVisible()
  await full.end()

  await builder.write(project, { 'src/main.ts': 'during an update\n', 'b.bin': new Uint8Array(9) })
  await lookAgain(panel)
  const goOn = await codeHost.hold('POST', `/repos/${login}/bad-day/git/blobs`)
  await confirm(panel)
  await expect(panel.getByText(/^Sending/)).toBeVisible()
  await extension.update()
  await goOn()
  await expect.poll(there, { timeout: 90_000 }).toBe('during an update\n')
  expect(await codeHost.commitCount(login, 'bad-day')).toBe(4)
})

test('while GitHub suspends the app, panel and site say who can change it, and a token of one’s own pushes', async ({
  extension,
  builder,
  codeHost,
}) => {
  const login = await extension.connectMember()
  const { tabId } = await extension.openProject(await builder.newProject('Flagged'))
  const panel = await extension.openPanel(tabId)
  await look(panel, 'flagged')
  await expect(panel.getByText('4 added')).toBeVisible()
  await codeHost.suspendApp(true)
  try {
    await confirm(panel)
    const reason = /^GitHub has suspended the app of Gitferry\. Only GitHub can change that\./
    await expect(panel.getByText(reason)).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Install the GitHub App' })).toHaveCount(0)
    await expectAccessible(panel)
    const site = await extension.context.newPage()
    await site.goto('/settings?tab=github')
    await expect(site.getByText('App suspended')).toBeVisible()
    await expect(site.getByText('Only GitHub can change that.')).toBeVisible()

    await panel.bringToFront()
    await panel.getByText('Use a token').click()
    await panel.getByLabel('GitHub token').fill(await codeHost.personalToken(login))
    await panel.getByRole('button', { name: 'Save token' }).click()
    await pushToNew(panel, 'flagged')
    await expect(panel.getByText(/^Pushed 4 files/)).toBeVisible()
  } finally {
    await codeHost.suspendApp(false)
  }
})
