import { expect, test } from 'vitest'
import { openWorker, until, type World } from './open-worker.ts'
import { commitsOf, connectMember, github, useToken } from './people.ts'
import { playedPort } from './played-chrome.ts'

test('an app that is suspended in a push is told, and a token of one’s own goes on with one whole commit', async () => {
  const world = await openWorker()
  const { login, installation } = await connectMember(world)
  await pushFirst(world, login, 'flagged')
  const before = await commitsOf(login, 'flagged')
  await world.giveProject('flagged', { 'a.txt': 'two', 'b.bin': new Uint8Array(50) })
  const held = await github('POST', 'faults', {
    method: 'POST',
    path: `/repos/${login}/flagged/git/blobs`,
    latencyMs: 60_000,
    times: null,
  })
  const { id } = (await held.json()) as { id: string }
  const panel = world.openPanel('flagged')
  await panel.confirm({ target: { owner: login, name: 'flagged', branch: 'main' } })
  await until(() => world.network.sentTo(`${login}/flagged/git/blobs`).length > 0)
  await github('PUT', `installations/${installation}`, { suspended: true })
  await github('DELETE', `faults/${id}`)

  // Without the app GitHub no longer tells that a private repository exists.
  expect(await panel.failure()).toMatchObject({ code: 'repository_missing' })
  await until(async () => {
    const { github: account } = (await world.ask('overview', null)) as {
      github: { state: string }
    }
    return account.state === 'notInstalled'
  })
  expect(await commitsOf(login, 'flagged')).toBe(before)

  await useToken(world, login)
  await world.giveProject('flagged', { 'a.txt': 'two', 'b.bin': new Uint8Array(50) })
  const again = world.openPanel('flagged')
  await again.confirm({ target: { owner: login, name: 'flagged', branch: 'main' } })
  await again.until('done')
  expect(await commitsOf(login, 'flagged')).toBe(before + 1)
})

test('twenty pushes in a row leave twenty whole commits', async () => {
  const world = await openWorker()
  const login = await useToken(world)
  await pushFirst(world, login, 'many')
  const before = await commitsOf(login, 'many')
  for (let i = 1; i <= 20; i++) {
    await world.giveProject('many', { 'a.txt': `${i}`, [`folder-${i % 7}/${i}.txt`]: `${i}` })
    const panel = world.openPanel('many')
    await panel.confirm({ target: { owner: login, name: 'many', branch: 'main' } })
    await panel.until('done')
    panel.close()
    // Chrome ends a worker that has nothing to do.
    if (i % 10 === 0) await world.startWorker()
  }

  expect(await commitsOf(login, 'many')).toBe(before + 20)
})

test('with no room for anything a push ends whole, and is known as ended', async () => {
  const world = await openWorker()
  const login = await useToken(world)
  await pushFirst(world, login, 'full')
  const commits = await commitsOf(login, 'full')
  await world.giveProject('full', { 'a.txt': 'without room' })
  world.databases.state.isFull = true
  const panel = world.openPanel('full')
  await panel.confirm({ target: { owner: login, name: 'full', branch: 'main' } })
  await panel.until('done')
  world.databases.state.isFull = false

  expect(await commitsOf(login, 'full')).toBe(commits + 1)
  const before = world.network.sent.length
  await world.startWorker()
  await world.ring('resume')
  expect(world.network.sent.slice(before)).toEqual([])
})

test('a ZIP of more than 100 MB is refused before its bytes are taken, and the next one works', async () => {
  const world = await openWorker()
  const login = await useToken(world)
  await world.giveProject('huge', {})
  world.databases.store('captures').clear()
  await world.keep('session', {
    tabs: { 7: { project: 'huge', name: 'huge', importing: null, importedFrom: null } },
  })
  world.tabs.onMessage = (tabId, message) => {
    const { kind, nonce } = message as { kind: string; nonce: string }
    if (kind !== 'capture') return
    const port = playedPort(`capture-${nonce}`, { id: 'played', tab: { id: tabId } })
    void world.events.onConnect.emit(port.worker)
    port.other.postMessage({ kind: 'begin', size: 100_000_001 })
  }
  const panel = world.openPanel('huge')
  panel.review({
    target: { owner: login, name: 'huge', branch: 'main' },
    newRepository: { ownerKind: 'member' },
  })
  expect(await panel.failure()).toMatchObject({ code: 'zip_too_large', facts: { what: 'packed' } })

  await pushFirst(world, login, 'huge')
})

/** A new repository with one file. */
async function pushFirst(world: World, login: string, name: string): Promise<void> {
  await world.giveProject(name, { 'a.txt': 'one' })
  const panel = world.openPanel(name)
  await panel.confirm({
    target: { owner: login, name, branch: 'main' },
    newRepository: { ownerKind: 'member' },
  })
  await panel.until('done')
  panel.close()
}
