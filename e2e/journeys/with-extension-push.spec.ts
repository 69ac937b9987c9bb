import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { cloneOf, git } from './pushing.ts'
import { confirm, contentsOf, lookAgain, pushToNew, test } from './with-extension.ts'

test('a project goes to a new private repository, its changes after it in four requests, and the button says so', async ({
  extension,
  builder,
  codeHost,
}) => {
  const login = await extension.connectMember()
  const project = await builder.newProject('Tide planner')
  await builder.write(project, { 'run.sh': 'echo one\n' })
  const { page, tabId } = await extension.openProject(project)
  const button = page.locator('gitferry-button').getByRole('button')
  await expect(button).toHaveText('Push with Gitferry')
  const panel = await extension.openPanel(tabId)
  await pushToNew(panel, 'tide-planner')
  await expect(panel.getByText(`Pushed 5 files to ${login}/tide-planner`)).toBeVisible()
  await expect(button).toHaveText('Push with GitferryPushed')
  const address = await codeHost.cloneAddress(login, 'tide-planner')
  expect(contentsOf(cloneOf(address))).toEqual(await builder.filesOf(project))

  // The second push: a picture, a deletion, and a file that somebody made executable on GitHub.
  makeExecutable(address, 'run.sh')
  await builder.write(project, { 'index.html': null, 'a.png': PICTURE })
  await lookAgain(panel)
  await expect(panel.getByText(/^1 added, 1 deleted/)).toBeVisible()
  await confirm(panel)
  await expect(panel.getByText(`Pushed 2 files to ${login}/tide-planner`)).toBeVisible()
  expect(contentsOf(cloneOf(address))).toEqual(await builder.filesOf(project))

  await builder.write(project, { 'run.sh': 'echo two\n', 'a.png': null })
  const before = await codeHost.lastRequest()
  await lookAgain(panel)
  await expect(panel.getByText('1 changed, 1 deleted, 3 unchanged')).toBeVisible()
  await confirm(panel)
  await expect(panel.getByText(`Pushed 2 files to ${login}/tide-planner`)).toBeVisible()
  const files = cloneOf(address)
  expect(contentsOf(files)).toEqual(await builder.filesOf(project))
  expect(files['run.sh']).toMatch(/^100755 /)
  const calls = await codeHost.requestsAfter(before, `/repos/${login}/tide-planner/*`)
  const names = calls.map(
    ({ method, path }) => `${method} ${path.split('/').slice(4, 6).join('/')}`,
  )
  // The review reads GitHub's side of the changed file once, for its line counts.
  expect(names.filter((name) => name === 'GET git/blobs')).toHaveLength(1)
  expect(names.filter((name) => name !== 'GET git/blobs')).toHaveLength(4)
})

test('a token of one’s own pushes without an account, and our server is not asked', async ({
  extension,
  builder,
  codeHost,
}) => {
  const login = await codeHost.newPerson()
  const project = await builder.newProject('Own token')
  const { tabId } = await extension.openProject(project)
  const panel = await extension.openPanel(tabId)
  await panel.getByRole('button', { name: 'Use a token' }).click()
  await panel.getByLabel('GitHub token').fill('ghp_wrongwrongwrongwrongwrongwrongwrong')
  await panel.getByRole('button', { name: 'Save token' }).click()
  await expect(panel.getByText('GitHub refuses this token.')).toBeVisible()
  await panel.getByLabel('GitHub token').fill(await codeHost.personalToken(login))
  await panel.getByRole('button', { name: 'Save token' }).click()
  await pushToNew(panel, 'own-token')

  await expect(panel.getByText(`Pushed 4 files to ${login}/own-token`)).toBeVisible()
  await codeHost.install(login)
  const address = await codeHost.cloneAddress(login, 'own-token')
  expect(contentsOf(cloneOf(address))).toEqual(await builder.filesOf(project))
})

test('two tabs go to their own repositories, and one that goes to another project by script takes its panel along', async ({
  extension,
  builder,
  codeHost,
}) => {
  const login = await extension.connectMember()
  const names = ['first', 'second', 'third']
  const projects = await Promise.all(names.map((name) => builder.newProject(name)))
  for (const [i, project] of projects.entries()) {
    await builder.write(project, { 'name.txt': names[i] ?? '' })
  }
  await builder.set({ navigation: 'script' })
  const tabs = []
  for (const project of projects.slice(0, 2)) {
    const { page, tabId } = await extension.openProject(project)
    tabs.push({ page, panel: await extension.openPanel(tabId) })
  }
  const [one, two] = tabs
  if (!one || !two) throw new Error('two tabs are open')
  await Promise.all([pushToNew(one.panel, 'first'), pushToNew(two.panel, 'second')])
  await expect(one.panel.getByText(/^Pushed 5 files to .*first/)).toBeVisible()
  await expect(two.panel.getByText(/^Pushed 5 files to .*second/)).toBeVisible()

  await two.page.locator(`a[href='/~/${projects[2]}']`).click()
  await expect(two.panel.getByRole('heading', { level: 1 })).toHaveText('third')
  await pushToNew(two.panel, 'third')
  await expect(two.panel.getByText(/^Pushed 5 files to .*third/)).toBeVisible()
  for (const name of names) {
    const files = contentsOf(cloneOf(await codeHost.cloneAddress(login, name)))
    expect(files['name.txt'], name).toBe(name)
  }

  // The page changes the project while files are read: the other project's files are not pushed.
  await builder.set({ exportDelayMs: 6000 })
  await lookAgain(one.panel)
  await expect(one.page.getByText('Preparing the download')).toBeVisible()
  await one.page.locator(`a[href='/~/${projects[2]}']`).click()
  await expect(one.panel.getByRole('heading', { level: 1 })).toHaveText('third')
  await expect.poll(() => extension.diagnosis()).toContain(`push of ${projects[0]}: export_missing`)
  await one.page.goBack()
  await expect(one.panel.getByText('The project is not open in a tab of the builder')).toBeVisible()
})

const PICTURE = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 255, 13, 10])

function makeExecutable(address: string, path: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'executable-'))
  git(folder, ['clone', '--quiet', address, '.'])
  git(folder, ['update-index', '--chmod=+x', path])
  const nora = ['-c', 'user.name=Nora', '-c', 'user.email=nora@example.test']
  git(folder, [...nora, 'commit', '--quiet', '--message', 'Make it run'])
  git(folder, ['push', '--quiet'])
}
