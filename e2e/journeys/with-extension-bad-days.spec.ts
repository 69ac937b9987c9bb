import { expect } from '@playwright/test'
import { cloneOf } from './pushing.ts'
import { confirm, contentsOf, look, lookAgain, pushToNew, test } from './with-extension.ts'

test.use({ hasTraffic: true })

test('a push survives an expired token, a full disk, a GitHub that is down, and an update', async ({
  extension,
  builder,
  codeHost,
}) => {
  test.slow()
  const login = await extension.connectMember()
  const project = await builder.newProject('Bad day')
  const { tabId } = await extension.openProject(project)
  const panel = await extension.openPanel(tabId)
  await pushToNew(panel, 'bad-day')
  await expect(panel.getByText(/^Pushed 4 files/)).toBeVisible()
  const there = async () =>
    contentsOf(cloneOf(await codeHost.cloneAddress(login, 'bad-day')))['src/main.ts']

  await builder.write(project, { 'a.bin': Uint8Array.from([0, 1, 255]) })
  await lookAgain(panel)
  const release = await codeHost.hold('POST', `/repos/${login}/bad-day/git/blobs`)
  await confirm(panel)
  await expect(panel.getByText(/^Sending/)).toBeVisible()
  await codeHost.expireTokens(login)
  await release()
  await expect(panel.getByText(/^Pushed 1 file /)).toBeVisible({ timeout: 60_000 })

  const full = await extension.fillDisk()
  await builder.write(project, { 'src/main.ts': 'without room\n' })
  await lookAgain(panel)
  await confirm(panel)
  await expect.poll(there).toBe('without room\n')
  await expect(panel.getByText(/^Pushed 1 file /)).toBeVisible()
  await full.end()

  await builder.write(project, { 'src/main.ts': 'while it is down\n' })
  await lookAgain(panel)
  await expect(panel.getByText('0 added, 1 changed')).toBeVisible()
  const up = await codeHost.down(`${login}/bad-day`)
  await confirm(panel)
  await expect(panel.getByRole('alert')).toContainText('GitHub', { timeout: 90_000 })
  await up()
  await expect.poll(there, { timeout: 90_000 }).toBe('while it is down\n')
  await expect(panel.getByText(/^Pushed 1 file /)).toBeVisible()

  await builder.write(project, { 'src/main.ts': 'during an update\n', 'b.bin': new Uint8Array(9) })
  await lookAgain(panel)
  const goOn = await codeHost.hold('POST', `/repos/${login}/bad-day/git/blobs`)
  await confirm(panel)
  await expect(panel.getByText(/^Sending/)).toBeVisible()
  await extension.update()
  await goOn()
  await expect.poll(there, { timeout: 90_000 }).toBe('during an update\n')
  expect(await codeHost.commitCount(login, 'bad-day')).toBe(6)
})

test('many wishes for a token are one call, a revoked one is said, and a token of one’s own pushes while our server is away', async ({
  extension,
  builder,
  codeHost,
  traffic,
  baseURL,
}) => {
  const login = await extension.connectMember()
  const { tabId } = await extension.openProject(await builder.newProject('Flagged'))
  const panel = await extension.openPanel(tabId)
  await expect(panel.getByLabel('Search repositories')).toBeVisible()
  await (await extension.worker()).evaluate(() => chrome.storage.session.remove('githubToken'))
  const before = traffic?.calls.length
  const tokens = await panel.evaluate(async () => {
    const wish = { kind: 'ask', name: 'githubToken', args: [] }
    const all = await Promise.all(
      Array.from({ length: 99 }, () => chrome.runtime.sendMessage(wish)),
    )
    return [...new Set(all.map(({ value }) => typeof value))]
  })
  expect(tokens).toEqual(['string'])
  const calls = traffic?.calls.slice(before).filter((one) => one.includes('/get-github-token'))
  expect(calls).toHaveLength(1)

  await look(panel, 'flagged')
  await expect(panel.getByText('4 added')).toBeVisible()
  await codeHost.revoke(login)
  await confirm(panel)
  await expect(panel.getByText(/^(Connect GitHub first|GitHub no longer accepts)/)).toBeVisible({
    timeout: 60_000,
  })
  await panel.getByRole('tab', { name: 'Settings' }).click()
  await panel.getByText('Use a token').click()
  await panel.getByLabel('GitHub token').fill(await codeHost.personalToken(login))
  traffic?.cut((address) => address.startsWith(`${baseURL}/`))
  await panel.getByRole('button', { name: 'Save token' }).click()
  await expect(panel.getByText(`Connected as ${login}, with a personal token.`)).toBeVisible()
  await panel.getByRole('tab', { name: 'Push' }).click()
  // What was confirmed goes on by itself, with the other token.
  await expect(panel.getByText(/^Pushed 4 files/)).toBeVisible({ timeout: 70_000 })
})

test('ninety-two projects of one name, and a second browser with another list, lose nothing', async ({
  extension,
}) => {
  await extension.connectMember()
  const options = await extension.context.newPage()
  await options.goto(`chrome-extension://${extension.id}/options.html`)
  const ask = (name: string, ...args: string[]) =>
    options.evaluate(
      ([wish, given]) => chrome.runtime.sendMessage({ kind: 'ask', name: wish, args: given }),
      [name, args] as const,
    )
  const first = Array.from({ length: 92 }, (_, i) => `sb1-same-${i}`)

  await extension.keep('projects', projectsOf(first))
  await ask('syncProjects', 'sent')
  // Another browser: it knows nothing of the first one's projects.
  await extension.keep('projects', projectsOf(['sb1-other']))
  await ask('syncProjects', 'sent')

  const { value } = (await ask('projects')) as { value: { id: string }[] }
  expect(value.map(({ id }) => id).toSorted()).toEqual([...first, 'sb1-other'].toSorted())
})

const projectsOf = (ids: string[]) =>
  Object.fromEntries(
    ids.map((id) => [
      id,
      {
        id,
        name: 'Same name',
        target: { owner: 'nora', name: 'same', branch: 'main' },
        version: 0,
        changedAt: Date.now(),
        linkedAt: Date.now(),
        isUnsent: true,
        rowId: null,
      },
    ]),
  )
