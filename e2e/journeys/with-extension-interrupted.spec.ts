import { expect } from '@playwright/test'
import { cloneOf, git } from './pushing.ts'
import { killWorker, look, test } from './with-extension.ts'

/** What the panel says while a call is held. */
const UNDER_WAY = /^(?:Sending|Making the commit|Starting)/

test('a push goes on by itself after the worker died at any moment, with one whole commit', async ({
  extension,
  builder,
  codeHost,
}) => {
  const login = await extension.connectMember()
  const project = await builder.newProject('Killed')
  const { page, tabId } = await extension.openProject(project)
  const panel = await extension.openPanel(tabId)
  await look(panel, 'killed')
  await panel.getByRole('button', { name: /^Push \d+ files$/ }).click()
  await expect(panel.getByText(/^Pushed/)).toBeVisible()
  const address = await codeHost.cloneAddress(login, 'killed')
  const before = await codeHost.commitCount(login, 'killed')

  const repository = `/repos/${login}/killed`
  for (const [i, step] of ['blobs', 'trees', 'commits', 'refs/*'].entries()) {
    await builder.write(project, { 'src/main.ts': `round ${i}\n`, 'b.bin': bytesOf(i) })
    await panel.getByRole('button', { name: 'Push again' }).click()
    await panel.getByRole('button', { name: 'Look at the changes' }).click()
    const method = step === 'refs/*' ? 'PATCH' : 'POST'
    const release = await codeHost.hold(method, `${repository}/git/${step}`)
    await panel.getByRole('button', { name: /^Push \d+ files?$/ }).click()
    await expect(panel.getByText(UNDER_WAY)).toBeVisible()
    await killWorker(extension)
    await release()
    await expect(panel.getByText(/^Pushed/)).toBeVisible({ timeout: 60_000 })
    expect(await codeHost.commitCount(login, 'killed'), step).toBe(before + i + 1)
    expect(textOf(cloneOf(address), 'src/main.ts'), step).toBe(`round ${i}\n`)
  }
  expect(git(process.cwd(), ['ls-remote', address, 'refs/heads/main'])).toContain('refs/heads/main')
  await page.close()
})

test('a push goes on after the panel was closed, which shows it when it is opened again, and after the browser was closed', async ({
  extension,
  builder,
  codeHost,
}) => {
  const login = await extension.connectMember()
  const project = await builder.newProject('Closed')
  const { tabId } = await extension.openProject(project)
  const panel = await extension.openPanel(tabId)
  await look(panel, 'closed')
  const release = await codeHost.hold('POST', `/repos/${login}/closed/git/trees`)
  await panel.getByRole('button', { name: /^Push \d+ files$/ }).click()
  await expect(panel.getByText(UNDER_WAY)).toBeVisible()
  await panel.close()
  const reopened = await extension.openPanel(tabId)
  await expect(reopened.getByText(UNDER_WAY)).toBeVisible()
  await extension.restart()
  await release()

  await expect
    .poll(
      async () => textOf(cloneOf(await codeHost.cloneAddress(login, 'closed')), 'src/main.ts'),
      {
        timeout: 60_000,
      },
    )
    .toContain('Closed')
  const again = await extension.openPanel((await extension.openProject(project)).tabId)
  await expect(again.getByText(`${login}/closed, branch main`)).toBeVisible()
})

const bytesOf = (i: number) =>
  Uint8Array.from({ length: 5000 }, (_, at) => (at * 31 + i * 17) % 256)

const textOf = (files: ReturnType<typeof cloneOf>, path: string) =>
  files[path]?.slice(files[path].indexOf(' ') + 1)
