import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorld, type World } from './open-world.ts'

const hook = (name: string) => ['--import', new URL(`../programs/${name}`, import.meta.url).href]
const HOUR_MS = 3_600_000

test('a copy is deleted at its minute while the server computes and its clock is set back', async () => {
  const world = await openWorld()
  const blockedFile = join(world.folder, 'blocked')
  const unblockFile = join(world.folder, 'unblock')
  const server = await world.start([...hook('block-on-signal.js'), ...hook('quick-minutes.js')], {
    BLOCKED_FILE: blockedFile,
    UNBLOCK_FILE: unblockFile,
  })
  await world.prepare()
  const { cloneId, copy } = await publish(world)

  await world.setClock(-3 * HOUR_MS)
  server.kill('SIGUSR2')
  await expect.poll(() => existsSync(blockedFile), { timeout: 30_000 }).toBe(true)
  const early = await world.shownAt(copy)
  await expect.poll(() => world.shownAt(copy), { timeout: 15_000, interval: 100 }).toBe('missing')
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
