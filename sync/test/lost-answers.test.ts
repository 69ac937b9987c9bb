import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import { SyncError } from '#errors/sync-error.ts'
import type { Fetch } from '#host/host.ts'
import type { Journal } from '#push/journal.ts'
import { type Pushed, push, resume } from '#push/push.ts'
import { contents, openWorld, projectOf } from './open-world.ts'

const MANY = projectOf(
  Object.fromEntries(
    Array.from({ length: 45 }, (_, i) => [`${i}.bin`, Uint8Array.from([0, i, 255])]),
  ),
)
const FEW = projectOf({ a: '2' })

test.each([
  ['empty', 0],
  ['cut off', 20],
])('a pack whose answer is %s has arrived if the branch has its commit', async (_, length) => {
  const world = await openWorld()
  await world.seed('cut', { a: '1' })
  const repository = await world.repository('cut')
  const fetch: Fetch = async (address, init) => {
    const response = await world.options().fetch(address, init)
    if (!address.endsWith('/git-receive-pack')) return response
    return new Response((await response.arrayBuffer()).slice(0, length))
  }
  const host = world.host({ fetch, can: { archives: false, packs: true, workflows: true } })
  const comparison = await compare(host, world.target('cut'), MANY, { base: null })

  const pushed = await push(host, comparison, {
    contents,
    choices: { confirmed: comparison.needs },
    message: 'Mine',
  })

  expect(repository.head()).toBe(pushed.commit)
  expect(repository.commits()).toEqual(['Mine', 'Seed 0'])
  expect(world.calls.filter(({ path }) => path.endsWith('/git/blobs'))).toEqual([])
})

test('a success that names another commit is not believed', async () => {
  const world = await openWorld()
  await world.seed('other', { a: '1' })
  const repository = await world.repository('other')
  let lies = 1
  const fetch: Fetch = async (address, init) => {
    if (init.method !== 'PATCH' || lies === 0) return world.options().fetch(address, init)
    lies -= 1
    return Response.json({ object: { sha: '1'.repeat(40) } })
  }
  const host = world.host({ fetch })
  const base = { commit: repository.head(), differs: {} }
  const comparison = await compare(host, world.target('other'), FEW, { base })

  const pushed = await push(host, comparison, { contents })

  expect(repository.head()).toBe(pushed.commit)
})

test('a lost answer, then somebody pushes on top: the push has arrived', async () => {
  const world = await openWorld()
  await world.seed('top', { a: '1', b: '1' })
  const repository = await world.repository('top')
  const base = { commit: repository.head(), differs: { b: null } }
  let isLost = false
  world.hooks.after = async ({ method }) => {
    if (method !== 'PATCH' || isLost) return
    isLost = true
    await world.meanwhile('top', { a: 'theirs' })
    throw new TypeError('fetch failed')
  }
  const host = world.host()
  const comparison = await compare(host, world.target('top'), FEW, { base })

  const pushed = await push(host, comparison, { contents, message: 'Mine' })

  expect(repository.history()[1]).toBe(pushed.commit)
  expect(repository.commits().filter((title) => title === 'Mine')).toHaveLength(1)
  expect(pushed.base).toEqual({ commit: pushed.commit, differs: { b: null } })
})

test('a repository that another request made meanwhile is not taken for an own one', async () => {
  const world = await openWorld()
  await world.seed('taken', { a: '1' }, { a: '2' })
  const host = world.host()
  const comparison = await compare(host, world.target('taken'), FEW, {
    base: null,
    create: { ownerKind: 'member' },
  })
  await world.fault({ method: 'POST', path: '/user/repos', drop: 'before' })

  await expect(push(host, comparison, { contents })).rejects.toMatchObject({ code: 'name_taken' })
})

test('no wait is longer than the place allows: the push ends with a time, and goes on by its journal', async () => {
  const world = await openWorld()
  await world.seed('slow', { a: '1' })
  const repository = await world.repository('slow')
  const base = { commit: repository.head(), differs: {} }
  const longest = { waitMs: 25_000, callMs: 25_000 }
  const comparison = await compare(world.host(), world.target('slow'), MANY_MORE, { base })
  const choices = { confirmed: comparison.needs }
  const kept: { journal?: Journal } = {}
  const onJournal = (journal: Journal) => {
    kept.journal = journal
  }
  const ends: number[] = []

  const first = push(world.host({ longest }), comparison, { contents, choices, onJournal })
  let outcome: Pushed | SyncError = await first.catch((error: SyncError) => error)
  while (outcome instanceof SyncError) {
    expect(outcome.code).toBe('rate_limited')
    ends.push(outcome.retryAt ?? 0)
    world.clock.now = outcome.retryAt ?? 0
    if (!kept.journal) throw new Error('there is no journal')
    outcome = await resume(world.host({ longest }), kept.journal, { contents, onJournal }).catch(
      (error: SyncError) => error,
    )
  }

  expect(ends.length).toBeGreaterThan(0)
  expect(Math.max(...world.clock.waits)).toBeLessThanOrEqual(longest.waitMs)
  expect(repository.head()).toBe(outcome.commit)
  const sent = world.calls.filter(({ path }) => path.endsWith('/git/blobs')).length
  expect(sent).toBeLessThan(MANY_MORE.files.length + 20)
})

/** More blobs than GitHub takes in a minute. */
const MANY_MORE = projectOf(
  Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [`${i}.bin`, Uint8Array.from([0, i, 254])]),
  ),
)
