import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openWorld, type World } from './open-world.ts'

/** Every call of an import and of a deletion, in their order. The server is killed while GitHub handles the call. */
const STEPS = [
  { method: 'POST', path: '/user/repos' },
  { method: 'PATCH', path: '/repos/*/ferry-*' },
  { method: 'DELETE', path: '/repos/*/ferry-*', isDeletion: true },
  { method: 'POST', path: '/*/ferry-*/git-receive-pack' },
  { method: 'GET', path: '/repos/*/private/branches/*', nth: 2 },
  { method: 'GET', path: '/repos/*/private/git/trees/*', nth: 2 },
  { method: 'GET', path: '/repos/*/private/zipball/*' },
  { method: 'GET', path: '/repos/*/ferry-*/branches/*' },
  { method: 'GET', path: '/user', nth: 2 },
  { method: 'GET', path: '/repos/*/ferry-*/branches/*', nth: 2 },
  { method: 'GET', path: '/repositories/*', isDeletion: true },
]

/** A few in the usual run; `IMPORT_KILLS=50` before a release. */
const KILLS = Number(process.env.IMPORT_KILLS ?? 3)
const EFFECT_MS = 1000

test(
  'a server killed at any step leaves no copy public: none is left ten seconds after the next start',
  async () => {
    const world = await openWorld()
    const late: string[] = []
    let server = await world.start()
    await world.prepare()

    for (let kill = 0; kill < KILLS; kill++) {
      const step = STEPS[kill % STEPS.length] as (typeof STEPS)[number]
      const cloneId = await importUpTo(world, step)
      server.kill()
      await server.ended
      // GitHub completes the call that it received before the kill. Then six minutes pass without a server.
      await pause(EFFECT_MS + 300)
      await world.passMinutes(6.5)
      server = await world.start()
      const left = await world.stateAfter(cloneId, 10_000)
      if (left !== 'missing, deleted') late.push(`${step.method} ${step.path}: ${left}`)
    }

    expect(late).toEqual([])
  },
  120_000 + KILLS * 60_000,
)

/** Waits until GitHub handles the step. */
async function importUpTo(
  world: World,
  { isDeletion, ...call }: (typeof STEPS)[number] & { isDeletion?: boolean },
) {
  const token = await world.signIn()
  await world.control('POST', 'faults', { ...call, latencyMs: EFFECT_MS })
  const started = await world.call('start-private-import', token, {
    body: { fullName: world.source },
  })
  expect(started).toMatchObject({ status: 202 })
  const cloneId = String(started.body.cloneId)
  if (isDeletion) {
    await expect
      .poll(async () => (await world.row(cloneId)).status, { timeout: 60_000 })
      .toBe('public')
    world.call('delete-temporary-clone', token, { body: { cloneId } }).catch(() => {})
  }
  await expect.poll(world.faults, { timeout: 60_000, interval: 20 }).toBe(0)

  return cloneId
}
