import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import { push } from '#push/push.ts'
import { contents, openWorld, projectOf, type SeedFile } from './open-world.ts'

const REMOTE = { shared: 'theirs', only: 'theirs', untouched: 'same' }
const PROJECT = { shared: 'mine', untouched: 'same', fresh: 'mine' }

test.each<[string, Record<string, SeedFile>]>([
  ['changes a file that the project has too', { shared: 'newer' }],
  ['adds a file that the project has too', { fresh: 'theirs' }],
  ['deletes a file that the project replaces', { shared: null }],
])('at a first sync nothing is replaced that nobody saw: somebody %s', async (_title, files) => {
  const { world, repository, pushing } = await review()
  await world.meanwhile('reviewed', files)
  const theirs = repository.files()

  await expect(pushing()).rejects.toMatchObject({ code: 'branch_moved' })

  expect(repository.files()).toEqual(theirs)
})

test.each<[string, Record<string, SeedFile>]>([
  ['changes a file that the project leaves alone', { untouched: 'newer' }],
  ['adds a file of their own', { other: 'theirs' }],
  ['changes a file that only GitHub has', { only: 'newer' }],
  ['deletes a file that only GitHub has', { only: null }],
])('at a first sync a push goes on where somebody %s', async (_title, files) => {
  const { world, repository, pushing } = await review()
  await world.meanwhile('reviewed', files)

  const pushed = await pushing()

  const theirs = Object.entries({ ...REMOTE, ...files }).filter(([, value]) => value !== null)
  expect(repository.files()).toEqual({
    ...Object.fromEntries(theirs),
    shared: 'mine',
    fresh: 'mine',
  })
  expect(repository.head()).toBe(pushed.commit)
  const again = compare(world.host(), world.target('reviewed'), projectOf(PROJECT), {
    base: pushed.base,
  })
  expect((await again).changes).toEqual([])
})

test('a file that a person chose to delete is not deleted once it is another', async () => {
  const { world, repository, pushing } = await review()
  await world.meanwhile('reviewed', { only: 'newer' })

  await expect(pushing({ deleteToo: ['only'] })).rejects.toMatchObject({ code: 'branch_moved' })

  expect(repository.files()).toMatchObject({ only: 'newer' })
})

/** A first sync that a person has looked at and confirmed. */
async function review() {
  const world = await openWorld()
  await world.seed('reviewed', REMOTE)
  const repository = await world.repository('reviewed')
  const host = world.host()
  const comparison = await compare(host, world.target('reviewed'), projectOf(PROJECT), {
    base: null,
  })
  const pushing = (choices = {}) =>
    push(host, comparison, { contents, choices: { confirmed: comparison.needs, ...choices } })

  return { world, repository, pushing }
}
