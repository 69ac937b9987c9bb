import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openWorld, type World } from './open-world.ts'

const BLOCKER = new URL('../programs/block-on-signal.js', import.meta.url).href
const HOUR_MS = 3_600_000

test('a copy is deleted at its minute while the server computes and its clock is set back', async () => {
  const world = await openWorld()
  const unblockFile = join(world.folder, 'unblock')
  const server = await world.start(['--import', BLOCKER], { UNBLOCK_FILE: unblockFile })
  await world.prepare()
  const { cloneId, copy } = await publish(world)

  await world.setClock(-3 * HOUR_MS)
  server.kill('SIGUSR2')
  await expect.poll(() => isAnswering(world), { timeout: 30_000 }).toBe(false)
  await pause(20_000)
  const early = await world.shownAt(copy)
  await expect.poll(() => world.shownAt(copy), { timeout: 70_000, interval: 200 }).toBe('missing')
  const isBlocked = !(await isAnswering(world))
  await writeFile(unblockFile, '')

  expect(early).toBe('public')
  expect(isBlocked).toBe(true)
  await expect
    .poll(async () => (await world.row(cloneId)).status, { timeout: 30_000 })
    .toBe('deleted')
}, 240_000)

test('a server that starts after the clock was set back deletes the copies it finds', async () => {
  const world = await openWorld()
  const first = await world.start()
  await world.prepare()
  const { cloneId, copy } = await publish(world)

  first.kill()
  await first.ended
  await world.setClock(-3 * HOUR_MS)
  await world.start()

  await expect.poll(() => world.shownAt(copy), { timeout: 55_000 }).toBe('missing')
  await expect
    .poll(async () => (await world.row(cloneId)).status, { timeout: 30_000 })
    .toBe('deleted')
}, 240_000)

async function publish(world: World): Promise<{ cloneId: string; copy: string }> {
  const { body } = await world.call('start-private-import', await world.signIn(), {
    body: { fullName: world.source },
  })
  const cloneId = String(body.cloneId)
  await expect
    .poll(async () => (await world.row(cloneId)).status, { timeout: 60_000, interval: 100 })
    .toBe('public')

  return { cloneId, copy: String((await world.row(cloneId)).clone_full_name) }
}

const isAnswering = ({ url }: World): Promise<boolean> =>
  fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
