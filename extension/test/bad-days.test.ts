import { expect, inject, test } from 'vitest'
import { openWorker, until, type World } from './open-worker.ts'
import {
  commitsOf,
  connectMember,
  github,
  hold,
  newMember,
  offerSession,
  useToken,
} from './people.ts'
import { playedPort } from './played-chrome.ts'

test('an app that is suspended in a push is told, and a token of one’s own goes on with one whole commit', async () => {
  const world = await openWorker()
  const { login, installation } = await connectMember(world)
  await pushFirst(world, login, 'flagged')
  const before = await commitsOf(login, 'flagged')
  await world.giveProject('flagged', { 'a.txt': 'two', 'b.bin': new Uint8Array(50) })
  const release = await hold('POST', `/repos/${login}/flagged/git/blobs`)
  const panel = world.openPanel('flagged')
  await panel.confirm({ target: { owner: login, name: 'flagged', branch: 'main' } })
  await until(() => world.network.sentTo(`${login}/flagged/git/blobs`).length > 0)
  await github('PUT', `installations/${installation}`, { suspended: true })
  await release()

  // Without the app GitHub answers 404 for a private repository.
  expect(await panel.failure()).toMatchObject({ code: 'repository_missing' })
  await until(async () => (await githubOf(world)).state === 'notInstalled')
  // The panel says who can release it.
  expect(await githubOf(world)).toMatchObject({ suspension: { account: login, by: login } })
  expect(await commitsOf(login, 'flagged')).toBe(before)

  await useToken(world, login)
  await world.giveProject('flagged', { 'a.txt': 'two', 'b.bin': new Uint8Array(50) })
  const again = world.openPanel('flagged')
  await again.confirm({ target: { owner: login, name: 'flagged', branch: 'main' } })
  await again.until('done')
  expect(await commitsOf(login, 'flagged')).toBe(before + 1)
})

test('a token that expires in a push is replaced, and a GitHub that is down is tried again', async () => {
  const world = await openWorker()
  const { login } = await connectMember(world)
  await pushFirst(world, login, 'down')
  const before = await commitsOf(login, 'down')
  await world.giveProject('down', { 'a.txt': 'two', 'b.bin': new Uint8Array(50) })
  const release = await hold('POST', `/repos/${login}/down/git/blobs`)
  const panel = world.openPanel('down')
  await panel.confirm({ target: { owner: login, name: 'down', branch: 'main' } })
  await until(() => world.network.sentTo(`${login}/down/git/blobs`).length > 0)
  await github('POST', `people/${login}/expire-tokens`)
  await release()
  await panel.until('done')
  expect(await commitsOf(login, 'down')).toBe(before + 1)

  await world.giveProject('down', { 'a.txt': 'three' })
  const again = world.openPanel('down')
  again.review({ target: { owner: login, name: 'down', branch: 'main' } })
  const { review } = await again.until('review')
  const fault = { method: '*', path: `/repos/${login}/down/*`, status: 503, times: null }
  const { id } = (await (await github('POST', 'faults', fault)).json()) as { id: string }
  again.push(review.comparison.digest, { message: 'Down', choices: { confirmed: [] } })
  expect((await again.failure()).code).toBe('github_unavailable')
  await github('DELETE', `faults/${id}`)
  await world.ring('resume')
  await again.until('done')
  expect(await commitsOf(login, 'down')).toBe(before + 2)
})

test('a token that is revoked in a push is said, and one’s own goes on while our server is away', async () => {
  const world = await openWorker()
  const { login } = await connectMember(world)
  await pushFirst(world, login, 'revoked')
  const before = await commitsOf(login, 'revoked')
  await world.giveProject('revoked', { 'a.txt': 'two' })
  const panel = world.openPanel('revoked')
  panel.review({ target: { owner: login, name: 'revoked', branch: 'main' } })
  const { review } = await panel.until('review')
  await github('POST', `people/${login}/revoke`)
  panel.push(review.comparison.digest, { message: 'Revoked', choices: { confirmed: [] } })
  expect((await panel.failure()).code).toMatch(/^(not_connected|token_refused)$/)

  world.network.cut = (address) => address.startsWith(inject('config').apiUrl)
  await useToken(world, login)
  await world.ring('resume')
  await panel.until('done')
  expect(await commitsOf(login, 'revoked')).toBe(before + 1)
})

test('ninety-two projects of one name, and a second browser with another list, lose nothing', async () => {
  const world = await openWorker()
  await offerSession(world, await newMember())
  const first = Array.from({ length: 92 }, (_, i) => `sb1-same-${i}`)

  await world.keep('local', { projects: projectsOf(first) })
  await world.ask('syncProjects', 'sent')
  // Another browser: it knows nothing of the first one's projects.
  await world.keep('local', { projects: projectsOf(['sb1-other']) })
  await world.ask('syncProjects', 'sent')

  const all = (await world.ask('projects')) as { id: string }[]
  expect(all.map(({ id }) => id).toSorted()).toEqual([...first, 'sb1-other'].toSorted())
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

const githubOf = async ({ ask }: World) =>
  ((await ask('overview', null)) as { github: { state: string } }).github

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
