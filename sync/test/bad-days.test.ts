import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import { SyncError } from '#errors/sync-error.ts'
import type { Progress } from '#host/operation.ts'
import { type PushOptions, push } from '#push/push.ts'
import { contents, openWorld, projectOf } from './open-world.ts'
import { randomCases } from './random-cases.ts'

type World = Awaited<ReturnType<typeof openWorld>>

const picture = (seed: number) => Uint8Array.from({ length: 200 }, (_, i) => (i * seed) % 256)
const SEED_FILES = { keep: '1', change: '1', drop: '1', 'only/theirs': 'x' }
const PROJECT = projectOf({
  keep: '1',
  change: '2',
  'new.txt': 'n',
  'a.png': picture(3),
  'b.png': picture(7),
})
const RESULT = ['a.png', 'b.png', 'change', 'keep', 'new.txt', 'only/theirs']

/** A repository to push to; its first push takes seven requests. */
async function scene(world: World, name: string) {
  await world.seed(name, SEED_FILES)
  const repository = await world.repository(name)
  const old = repository.head()
  const base = { commit: old, differs: { 'only/theirs': null } }
  world.calls.length = 0

  const run = async (options: Partial<PushOptions> & { host?: ReturnType<World['host']> } = {}) => {
    const { host = world.host(), ...rest } = options
    const { signal, onProgress } = rest
    const watching = { ...(signal && { signal }), ...(onProgress && { onProgress }) }
    const comparison = await compare(host, world.target(name), PROJECT, { base, ...watching })
    return push(host, comparison, { contents, ...rest })
  }
  /** The branch is where it was, or has the whole new commit. */
  const isWhole = (extra: readonly string[] = []) => {
    const head = repository.head()
    const names = Object.keys(repository.files())
    expect(head === old ? names : names.filter((one) => !extra.includes(one))).toEqual(
      head === old ? Object.keys(SEED_FILES).sort() : RESULT,
    )
    expect(repository.fsck()).toBe('')
    return head !== old
  }
  return { run, repository, old, isWhole }
}

const CALLS = [1, 2, 3, 4, 5, 6, 7]

test.each(['before', 'after'])(
  'a connection dropped %s any call loses nothing and does nothing twice',
  async (drop) => {
    const world = await openWorld()

    for (const nth of CALLS) {
      const { run, repository, isWhole } = await scene(world, `drop-${nth}`)
      await world.fault({ path: `/repos/*/drop-${nth}/*`, nth, drop })

      const pushed = await run()

      expect(isWhole()).toBe(true)
      expect(repository.head()).toBe(pushed.commit)
      expect(repository.commits()).toHaveLength(2)
    }
  },
)

test('no connection from any call on leaves the branch where it was, or whole', async () => {
  const world = await openWorld()
  for (const nth of CALLS) {
    const { run, isWhole } = await scene(world, `off-${nth}`)
    world.hooks.before = ({ count }) => {
      if (count >= nth) throw new TypeError('fetch failed')
    }

    const error = await run().catch((one: unknown) => one)

    expect(error).toMatchObject({ code: nth < 7 ? 'offline' : 'github_unavailable' })
    expect(isWhole()).toBe(false)
    delete world.hooks.before
  }
})

test('no answer from any call on leaves the branch where it was, or whole', async () => {
  const world = await openWorld()
  const arrived: boolean[] = []
  for (const nth of CALLS) {
    const { run, isWhole } = await scene(world, `mute-${nth}`)
    world.hooks.after = ({ count }) => {
      if (count >= nth) throw new TypeError('fetch failed')
    }

    const error = await run().catch((one: unknown) => one)

    expect(error).toBeInstanceOf(SyncError)
    arrived.push(isWhole())
    delete world.hooks.after
  }
  expect(arrived).toEqual([false, false, false, false, false, false, true])
})

test('a server that fails once at any call is asked again', async () => {
  const world = await openWorld()
  for (const nth of CALLS) {
    const { run, isWhole, repository } = await scene(world, `bad-${nth}`)
    await world.fault({ path: `/repos/*/bad-${nth}/*`, nth, status: 500 })

    await run()

    expect(isWhole()).toBe(true)
    expect(repository.commits()).toHaveLength(2)
  }
})

test('half an answer counts as none', async () => {
  const world = await openWorld()
  for (const nth of CALLS) {
    const { run, isWhole } = await scene(world, `half-${nth}`)
    await world.fault({ path: `/repos/*/half-${nth}/*`, nth, malformed: true })

    await run()

    expect(isWhole()).toBe(true)
  }
})

test('half a refusal of the move counts as none: the branch tells what happened', async () => {
  const world = await openWorld()
  const { run, isWhole } = await scene(world, 'half-refused')
  world.hooks.before = async ({ method, count }) => {
    if (method === 'PATCH' && count === 7) await world.meanwhile('half-refused', { theirs: 'new' })
  }
  await world.fault({ method: 'PATCH', path: '/repos/*/half-refused/*', malformed: true })

  await run()

  expect(isWhole(['theirs'])).toBe(true)
})

test('a branch that moves before any call is pushed to, with both sides in it', async () => {
  const world = await openWorld()
  for (const nth of CALLS) {
    const name = `moved-${nth}`
    const { run, isWhole, repository } = await scene(world, name)
    world.hooks.before = async ({ count }) => {
      if (count === nth) await world.meanwhile(name, { theirs: 'new' })
    }

    await run()

    delete world.hooks.before
    expect(isWhole(['theirs'])).toBe(true)
    expect(repository.files()).toMatchObject({ theirs: 'new' })
    expect(repository.commits()).toHaveLength(3)
  }
})

const FAULTS = {
  dropped: { drop: 'before' },
  unheard: { drop: 'after' },
  failed: { status: 502 },
  cut: { malformed: true },
  limited: { status: 429, headers: { 'retry-after': '1' } },
  moved: null,
  cancelled: null,
} as const

const faults = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(FAULTS) as (keyof typeof FAULTS)[])),
    nth: fc.constantFrom(...CALLS),
  }),
  { minLength: 1, maxLength: 3, selector: ({ nth }) => nth },
)

test.each(randomCases())(
  'any faults at any calls: one whole commit, or none and the reason (seed $seed)',
  { timeout: 600_000 },
  async (cases) => {
    const world = await openWorld()
    let runs = 0
    await fc.assert(
      fc.asyncProperty(faults, async (planned) => {
        runs += 1
        const name = `any-${runs}`
        const { run, repository, old } = await scene(world, name)
        const controller = new AbortController()
        let moves = 0
        for (const { kind, nth } of planned) {
          const fault = FAULTS[kind]
          if (fault) await world.fault({ path: `/repos/*/${name}/*`, nth, ...fault })
        }
        world.hooks.before = async ({ count }) => {
          const now = planned.find(({ nth }) => nth === count)?.kind
          if (now === 'cancelled') controller.abort()
          if (now !== 'moved') return
          moves += 1
          await world.meanwhile(name, { [`theirs-${moves}`]: 'x' })
        }

        const outcome = await run({ signal: controller.signal }).catch((one: unknown) => one)

        delete world.hooks.before
        await world.control('DELETE', 'faults')
        const isPushed = !(outcome instanceof Error)
        const others = Array.from({ length: moves }, (_, i) => `theirs-${i + 1}`)
        if (!isPushed) expect(outcome).toMatchObject({ code: 'cancelled' })
        if (!controller.signal.aborted) expect(outcome).toMatchObject({ before: expect.anything() })
        expect(Object.keys(repository.files())).toEqual(
          [...(isPushed ? RESULT : Object.keys(SEED_FILES)), ...others].toSorted(),
        )
        expect(repository.commits()).toHaveLength(1 + moves + (isPushed ? 1 : 0))
        expect(repository.history()).toContain(isPushed ? Object(outcome).commit : old)
        expect(repository.fsck()).toBe('')
      }),
      cases,
    )
  },
)

test('a branch that moves each time is given up on, as it stands', async () => {
  const world = await openWorld()
  const { run, repository } = await scene(world, 'restless')
  let moves = 0
  world.hooks.before = async ({ method, path }) => {
    if (method !== 'PATCH' || !path.includes('/git/refs/')) return
    moves += 1
    await world.meanwhile('restless', { theirs: String(moves) })
  }

  await expect(run()).rejects.toMatchObject({ code: 'branch_moved' })

  expect(moves).toBe(4)
  expect(repository.files()).toMatchObject({ change: '1', theirs: '4' })
})

test('cancelled before any call: nothing is visible; once the branch is being moved, it is too late', async () => {
  const world = await openWorld()
  for (const nth of CALLS) {
    const { run, isWhole } = await scene(world, `stop-${nth}`)
    const controller = new AbortController()
    world.hooks.before = ({ count }) => {
      if (count === nth) controller.abort()
    }

    const outcome = await run({ signal: controller.signal }).catch((one: unknown) => one)

    delete world.hooks.before
    const isSent = nth === CALLS.length
    expect(outcome).toMatchObject(isSent ? { commit: expect.any(String) } : { code: 'cancelled' })
    expect(isWhole()).toBe(isSent)
  }
})

test('cancelled at any progress event: the branch is where it was, or whole', async () => {
  const world = await openWorld()
  const events = await progressOf(world, 'count')
  for (const nth of events.keys()) {
    const { run, isWhole } = await scene(world, `event-${nth}`)
    const controller = new AbortController()
    let seen = 0
    const onProgress = () => {
      if (seen === nth) controller.abort()
      seen += 1
    }

    const outcome = await run({ signal: controller.signal, onProgress }).catch(
      (one: unknown) => one,
    )

    if (outcome instanceof SyncError) expect(outcome.code).toBe('cancelled')
    expect(isWhole()).toBe(!(outcome instanceof SyncError))
  }
})

test('progress never goes backwards, not even when the branch moves', async () => {
  const world = await openWorld()
  const { run } = await scene(world, 'steps')
  const events: Progress[] = []
  world.hooks.before = async ({ count }) => {
    if (count === 7) await world.meanwhile('steps', { theirs: 'new' })
  }

  await run({ onProgress: (progress) => events.push(progress) })

  const order = ['reading', 'comparing', 'scanning', 'uploading', 'committing']
  const pushing = events.slice(events.findIndex(({ phase }) => phase === 'uploading'))
  for (const [i, { phase, done, bytes }] of pushing.entries()) {
    const before = pushing[i - 1]
    if (!before) continue
    expect(order.indexOf(phase)).toBeGreaterThanOrEqual(order.indexOf(before.phase))
    if (phase === before.phase) expect(done).toBeGreaterThanOrEqual(before.done)
    expect(bytes).toBeGreaterThanOrEqual(before.bytes)
  }
  expect(events.at(-1)).toMatchObject({ phase: 'committing', done: 2, all: 2 })
})

test('a token that expires before any call is replaced once', async () => {
  const world = await openWorld()
  for (const nth of CALLS) {
    const { run, isWhole } = await scene(world, `token-${nth}`)
    let current = await world.tokenFor('mia-torres')
    const refused: string[] = []
    const host = world.host({
      token: async (old) => {
        if (old === undefined) return current
        refused.push(old)
        current = await world.tokenFor('mia-torres')
        return current
      },
    })
    world.hooks.before = async ({ count }) => {
      if (count === nth) await world.control('DELETE', 'people/mia-torres/tokens')
    }

    await run({ host })

    delete world.hooks.before
    expect(refused).toHaveLength(1)
    expect(isWhole()).toBe(true)
  }
})

test('what arrived before a failure is not sent again', async () => {
  const world = await openWorld()
  const { run, isWhole } = await scene(world, 'resumed')
  const arrived: string[] = []
  world.hooks.before = ({ method, path }) => {
    if (method === 'POST' && path.endsWith('/git/trees')) throw new TypeError('fetch failed')
  }
  const onProgress = ({ arrived: sha }: Progress) => {
    if (sha !== undefined) arrived.push(sha)
  }

  await expect(run({ onProgress })).rejects.toMatchObject({ code: 'offline' })
  delete world.hooks.before
  world.calls.length = 0
  await run({ known: arrived })

  expect(new Set(arrived).size).toBe(2)
  expect(world.calls.filter(({ path }) => path.endsWith('/git/blobs'))).toEqual([])
  expect(isWhole()).toBe(true)
})

test('what GitHub has forgotten is sent again', async () => {
  const world = await openWorld()
  const { run, isWhole } = await scene(world, 'forgotten')
  const comparison = await compare(world.host(), world.target('forgotten'), PROJECT, { base: null })
  const all = comparison.changes.flatMap(({ after }) => after?.sha ?? [])

  await run({ known: all })

  expect(isWhole()).toBe(true)
})

async function progressOf(world: World, name: string): Promise<Progress[]> {
  const { run } = await scene(world, name)
  const events: Progress[] = []
  await run({ onProgress: (progress) => events.push(progress) })
  return events
}
