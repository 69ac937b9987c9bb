import { expect, test } from 'vitest'
import { undo } from '#branches/history.ts'
import { compare } from '#compare/compare.ts'
import { compareCommit } from '#compare/compare-commit.ts'
import { push } from '#push/push.ts'
import { contents, openWorld, projectOf } from './open-world.ts'

test('a repository that is only planned is compared without a request, and made by the push', async () => {
  const world = await openWorld()
  const host = world.host()
  const set = projectOf({ 'a.txt': '1', '.env': 'x' })

  const planned = await compare(host, world.target('later'), set, {
    base: null,
    create: { ownerKind: 'member' },
  })

  expect(world.calls).toEqual([])
  expect(planned.changes.map(({ path }) => path)).toEqual(['a.txt'])
  expect(planned.needs).toEqual(['env_files'])
  const pushed = await push(host, planned, { contents })
  const repository = await world.repository('later')
  expect(repository.head()).toBe(pushed.commit)
  expect(repository.files()).toEqual({ 'a.txt': '1' })
})

test('a push says where the branch was, and is taken back by a commit that undoes it', async () => {
  const world = await openWorld()
  await world.seed('back', { 'a.txt': '1', 'b.txt': '1' })
  const host = world.host()
  const head = (await world.repository('back')).head()
  const comparison = await compare(host, world.target('back'), projectOf({ 'a.txt': '2' }), {
    base: { commit: head, differs: {} },
  })
  const pushed = await push(host, comparison, { contents })
  world.calls.length = 0

  await undo(host, world.target('back'), pushed.before ?? '')

  const repository = await world.repository('back')
  expect(pushed.before).toBe(head)
  expect(repository.files()).toEqual({ 'a.txt': '1', 'b.txt': '1' })
  expect(repository.commits()).toEqual([
    `Restore ${head.slice(0, 7)}: Seed 0`,
    'Update 2 files from bolt.new',
    'Seed 0',
  ])
})

test('what is pushed counts its bytes, whether it goes as text or as a blob', async () => {
  const world = await openWorld()
  await world.seed('bytes', { 'a.txt': '1' })
  const host = world.host()
  const set = projectOf({ 'a.txt': '12345', 'b.bin': new Uint8Array([0, 255, 1]) })
  const comparison = await compare(host, world.target('bytes'), set, { base: null })
  const sent: number[] = []

  await push(host, comparison, {
    contents,
    choices: { confirmed: comparison.needs },
    onProgress: ({ bytes }) => sent.push(bytes),
  })

  expect(comparison.cost.bytes).toBe(8)
  expect(sent.at(-1)).toBe(8)
})

test('the project against an old commit: what it lacks is deleted, what it leaves out is not', async () => {
  const world = await openWorld()
  await world.seed('old', { 'a.txt': '1', 'gone.txt': 'x', 'dist/out.js': 'x' }, { 'a.txt': '2' })
  const repository = await world.repository('old')
  const first = repository.head('main~1')
  const set = projectOf({ 'a.txt': '3', 'b.txt': 'new' })

  const changes = await compareCommit(world.host(), world.target('old'), first, set)

  expect(changes.map(({ path, kind }) => [path, kind])).toEqual([
    ['a.txt', 'changed'],
    ['b.txt', 'added'],
    ['gone.txt', 'deleted'],
  ])
})

test('a long scan lets go of the page in between, and can be cancelled there', async () => {
  const world = await openWorld()
  const files = Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => [`${i}.ts`, `const a = ${i}`]),
  )
  const cancel = new AbortController()
  let waits = 0
  const host = world.host({
    now: () => (world.clock.now += 30),
    wait: async () => {
      waits += 1
      if (waits === 2) cancel.abort()
    },
  })

  const comparing = compare(host, world.target('scan'), projectOf(files), {
    base: null,
    create: { ownerKind: 'member' },
    signal: cancel.signal,
  })

  await expect(comparing).rejects.toMatchObject({ code: 'cancelled' })
  expect(waits).toBe(2)
})

test('a comparison of many files yields between them, also where nothing is searched', async () => {
  const world = await openWorld()
  const names = Array.from({ length: 500 }, (_, i) => `src/f${i}.ts`)
  await world.seed('many', Object.fromEntries(names.map((name) => [name, 'same'])))
  let [now, yields] = [0, 0]
  const host = world.host({
    // A millisecond for each file.
    now: () => now++,
    wait: async (ms) => {
      if (ms === 0) yields += 1
    },
  })
  const project = projectOf(Object.fromEntries(names.map((name) => [name, 'same'])))

  const comparison = await compare(host, world.target('many'), project, { base: null })

  expect(comparison).toMatchObject({ changes: [], same: 500 })
  expect(yields).toBeGreaterThanOrEqual(10)
})
