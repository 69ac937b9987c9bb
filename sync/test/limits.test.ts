import { expect, onTestFinished, test, vi } from 'vitest'
import { compare } from '#compare/compare.ts'
import type { Host } from '#host/host.ts'
import type { Progress } from '#host/operation.ts'
import type { LimitState } from '#host/pace.ts'
import { type LimitChannel, openSharingHost } from '#host/share-limits.ts'
import { push } from '#push/push.ts'
import { contents, openWorld, projectOf } from './open-world.ts'

const SECONDARY = {
  status: 403,
  body: { message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' },
}

type World = Awaited<ReturnType<typeof openWorld>>

const pictures = (count: number) =>
  projectOf(
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`p${i}.png`, Uint8Array.of(0, i % 256, i >> 8)]),
    ),
  )

/** A push of pictures to a repository of one file. */
async function pushing(count: number, changes: Parameters<World['host']>[0] = {}) {
  const world = await openWorld()
  await world.seed('repo', { a: '1' })
  const repository = await world.repository('repo')
  const base = { commit: repository.head(), differs: { a: null } }
  const events: Progress[] = []
  const times: { at: number; method: string }[] = []
  world.hooks.before = ({ method }) => {
    times.push({ at: world.clock.now, method })
  }
  const run = async () => {
    const host = world.host(changes)
    const comparison = await compare(host, world.target('repo'), pictures(count), { base })
    return push(host, comparison, { contents, onProgress: (progress) => events.push(progress) })
  }
  return { world, repository, base, run, events, times }
}

test('at most 75 writes go out in any minute', async () => {
  const { run, times, repository } = await pushing(160)

  await run()

  const writes = times.filter(({ method }) => method !== 'GET').map(({ at }) => at)
  const busiest = writes.map(
    (start) => writes.filter((at) => at >= start && at < start + 60_000).length,
  )
  expect(writes).toHaveLength(164)
  expect(Math.max(...busiest)).toBe(75)
  expect(Object.keys(repository.files())).toHaveLength(161)
})

test('what one host used of the limits counts for the next, through JSON', async () => {
  const { world, base, times, repository } = await pushing(0)
  const told: LimitState[] = []
  const run = async (name: string, limits?: LimitState) => {
    const host = world.host({ onLimits: (state) => told.push(state), ...(limits && { limits }) })
    const files = Array.from({ length: 50 }, (_, i) => [`${name}${i}`, `\0${name}${i}`])
    const project = projectOf({ a: '1', ...Object.fromEntries(files) })
    const commit = repository.head()
    const comparison = await compare(host, world.target('repo'), project, {
      base: { commit, differs: base.differs },
    })
    await push(host, comparison, { contents, choices: { confirmed: comparison.needs } })
  }

  await run('x')
  const last = told.at(-1)
  expect(last?.writes).toHaveLength(53)
  await run('y', JSON.parse(JSON.stringify(last)) as LimitState)

  const writes = times.filter(({ method }) => method !== 'GET').map(({ at }) => at)
  const busiest = writes.map(
    (start) => writes.filter((at) => at >= start && at < start + 60_000).length,
  )
  expect(writes).toHaveLength(106)
  expect(Math.max(...busiest)).toBe(75)
  expect(world.clock.waits.some((ms) => ms > 50_000)).toBe(true)
})

test('writes of one moment are told apart, whatever chance says', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  onTestFinished(() => void vi.restoreAllMocks())
  const told: LimitState[] = []
  const { run } = await pushing(20, { onLimits: (state) => told.push(state) })

  await run()

  expect(new Set(told.at(-1)?.writes).size).toBe(23)
})

test('beyond 475 writes an hour nothing is uploaded, and the time is told', async () => {
  const now = Date.UTC(2027, 0, 1)
  const writes = Array.from({ length: 475 }, (_, i) => now - 50 * 60_000 + i * 1000)
  const { run, repository, base, times } = await pushing(3, {
    limits: { writes, pausedUntil: 0, carefulUntil: 0 },
  })

  await expect(run()).rejects.toMatchObject({ code: 'rate_limited', retryAt: now + 10 * 60_000 })

  expect(times.filter(({ method }) => method !== 'GET')).toEqual([])
  expect(repository.head()).toBe(base.commit)
})

test('a pause and the care of another host are taken over while a host is open', async () => {
  const { world, base, times } = await pushing(1)
  const now = world.clock.now
  const host = world.host()
  host.addLimits({ writes: [now, now], pausedUntil: now + 30_000, carefulUntil: now + 600_000 })

  await compare(host, world.target('repo'), pictures(2), { base })

  const at = times.map((one) => one.at - now)
  expect(at[0]).toBe(30_000)
  expect(at.length).toBeGreaterThan(1)
  expect(at.slice(1).every((one, i) => one - (at[i] ?? 0) >= 1000)).toBe(true)
})

test('two tabs together stay below the limit of a minute, also if nothing can be stored', async () => {
  const { world, times } = await pushing(0)
  await world.seed('second', { a: '1' })
  const tabs = ['repo', 'second'].map((name) => ({ name, host: openTab(world) }))

  await Promise.all(tabs.map(({ name, host }) => pushPictures(world, host, name, 60)))

  const writes = times.filter(({ method }) => method !== 'GET').map(({ at }) => at)
  const busiest = writes.map(
    (start) => writes.filter((at) => at >= start && at < start + 60_000).length,
  )
  expect(writes).toHaveLength(126)
  expect(Math.max(...busiest)).toBeLessThanOrEqual(80)
  expect(Math.max(...busiest)).toBeGreaterThanOrEqual(75)
})

test.each([
  ['asks the others', 'limits', false],
  ['reads what was stored, if it is alone', 'others', true],
])('a tab that opens later %s', async (_, channel, isStored) => {
  const { world, times } = await pushing(0)
  await world.seed('second', { a: '1' })
  const storage = new Map<string, string>()
  // Kept for the whole test: a tab that is gone answers nobody.
  const tabs = [openTab(world, storage)]
  await pushPictures(world, tabs[0] as Host, 'repo', 60)
  const began = world.clock.now

  const answered = isStored ? Promise.resolve() : limitsTold(world)
  const later = openTab(world, isStored ? storage : undefined, channel)
  tabs.push(later)
  await answered
  await new Promise((resolve) => setTimeout(resolve, 50))
  await pushPictures(world, later, 'second', 20)
  expect(tabs).toHaveLength(2)

  // Of its 23 writes, the minute had room for 12 beside the 63 of the other tab.
  const late = times.filter(({ method, at }) => method !== 'GET' && at >= began + 50_000)
  expect(late).toHaveLength(11)
})

/** The next time that a tab tells the others what it knows. */
function limitsTold({ token }: World): Promise<void> {
  const channel = new BroadcastChannel(`limits-${token}`)
  onTestFinished(() => channel.close())

  return new Promise((resolve) => {
    channel.onmessage = ({ data }: { data: unknown }) => {
      if (typeof data === 'object') resolve()
    }
  })
}

/** A tab of a browser. Without a storage it refuses to store anything. */
function openTab(world: World, storage?: Map<string, string>, name = 'limits') {
  const channel = new BroadcastChannel(`${name}-${world.token}`)
  onTestFinished(() => channel.close())

  return openSharingHost(world.options(), {
    channel: channel as unknown as LimitChannel,
    read: () => storage?.get('limits') ?? null,
    write: (text) => void storage?.set('limits', text),
  })
}

async function pushPictures(world: World, host: Host, name: string, count: number) {
  const files = Array.from({ length: count }, (_, i) => [`p${i}.png`, `\0${name} ${i}`])
  const project = projectOf({ a: '1', ...Object.fromEntries(files) })
  const base = { commit: (await world.repository(name)).head(), differs: {} }
  const comparison = await compare(host, world.target(name), project, { base })
  await push(host, comparison, { contents, choices: { confirmed: comparison.needs } })
}

test('at most four blobs are on their way at once', async () => {
  const { world, run } = await pushing(20)
  let [now, most] = [0, 0]
  world.hooks.before = async ({ path }) => {
    if (!path.endsWith('/git/blobs')) return
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  world.hooks.after = ({ path }) => {
    if (path.endsWith('/git/blobs')) now -= 1
  }

  await run()

  expect(most).toBe(4)
})

test('a secondary limit is waited for, visibly; then one at a time, a second apart', async () => {
  const { world, run, times, events, repository } = await pushing(12)
  await world.fault({
    method: 'POST',
    path: '/repos/*/git/blobs',
    nth: 5,
    ...SECONDARY,
    headers: { 'retry-after': '30' },
  })

  await run()

  expect(events.find(({ waitUntil }) => waitUntil !== undefined)?.waitUntil).toBeGreaterThanOrEqual(
    Date.UTC(2027, 0, 1) + 30_000,
  )
  const after = times.filter(({ at }) => at >= Date.UTC(2027, 0, 1) + 30_000)
  const gaps = after.slice(1).map(({ at }, i) => at - (after[i]?.at ?? 0))
  expect(after.length).toBeGreaterThan(5)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
  expect(Object.keys(repository.files())).toHaveLength(13)
})

test('a limit without a time is waited for one, two and four minutes, then given up, resumable', async () => {
  const { world, run, repository, base } = await pushing(1)
  await world.fault({ method: 'POST', path: '/repos/*/git/trees', times: null, ...SECONDARY })

  await expect(run()).rejects.toMatchObject({ code: 'rate_limited', retryAt: expect.any(Number) })

  expect(
    world.clock.waits.filter((ms) => ms >= 50_000).map((ms) => Math.round(ms / 60_000)),
  ).toEqual([1, 2, 4])
  expect(repository.head()).toBe(base.commit)
})

test('the hourly limit names its end; over five minutes it is not waited for', async () => {
  const { world, run } = await pushing(1)
  const reset = (inS: number) => String(Math.floor(Date.now() / 1000) + inS)
  const limited = (inS: number) => ({
    path: '/repos/*/git/trees/*',
    status: 403,
    headers: {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': reset(inS),
      date: new Date().toUTCString(),
    },
    body: { message: 'API rate limit exceeded' },
  })
  await world.fault(limited(120))
  await run()
  const waited = Math.max(...world.clock.waits)
  expect(waited).toBeGreaterThan(110_000)
  expect(waited).toBeLessThan(130_000)

  const later = await pushing(1)
  await later.world.fault(limited(1800))
  await expect(later.run()).rejects.toMatchObject({ code: 'rate_limited' })
})

test.each([422, 502])(
  'trees that time out with %s are written in smaller portions',
  async (treeFailure) => {
    const world = await openWorld()
    await world.seed('repo', { a: '1' })
    await world.limits({ inlineFiles: 20, treeFailure })
    const files = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`f${i}.txt`, `${i}`]))
    const host = world.host()

    const comparison = await compare(host, world.target('repo'), projectOf(files), { base: null })
    await push(host, comparison, { contents, choices: { confirmed: comparison.needs } })

    expect(Object.keys((await world.repository('repo')).files())).toHaveLength(151)
  },
)

test('requests refused together ask for one new token', async () => {
  let asked = 0
  const { world, run } = await pushing(8, {
    token: async (refused) => {
      if (refused === undefined) return 'ghp_of-yesterday'
      asked += 1
      return world.token
    },
  })

  await run()

  expect(asked).toBe(1)
})

test('the token is in no error, event or address', async () => {
  const { world, run, events } = await pushing(2)
  await world.fault({
    method: 'POST',
    path: '/repos/*/git/commits',
    status: 403,
    body: { message: 'No.' },
  })

  const error = await run().catch((one: unknown) => one)

  const told = JSON.stringify([error, String(error), (error as Error).stack, events, world.calls])
  expect(told).not.toContain(world.token)
  expect(error).toMatchObject({ code: 'no_write_access' })
})
