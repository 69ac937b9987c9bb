import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import type { Fetch } from '#host/host.ts'
import type { Progress } from '#host/operation.ts'
import { blobName } from '#objects/blob-name.ts'
import { push } from '#push/push.ts'
import { git } from './git.ts'
import { contents, openWorld, projectOf } from './open-world.ts'

test('a tree call holds at most a megabyte as it is sent, not as it is counted in memory', async () => {
  const world = await openWorld()
  await world.seed('bytes', { a: '1' })
  const sizes: number[] = []
  const measured: Fetch = (address, init) => {
    if (address.endsWith('/git/trees')) sizes.push(Buffer.byteLength(init.body as string))
    return fetch(address, init)
  }
  const host = world.host({ fetch: measured })
  // Three bytes each, and one unit of a JavaScript string.
  const files = Array.from({ length: 10 }, (_, i) => [`t${i}`, `${i}${'潮'.repeat(80_000)}`])
  const project = projectOf(Object.fromEntries(files))
  const comparison = await compare(host, world.target('bytes'), project, { base: null })

  await push(host, comparison, { contents, choices: { confirmed: comparison.needs } })

  expect(Math.max(...sizes)).toBeLessThan(1_010_000)
  expect(sizes).toHaveLength(3)
})

test.each([
  ['by the API', { a: '1' }, false],
  ['by the API into an empty repository', null, false],
  ['by a pack', { a: '1' }, true],
])('progress counts files %s', async (_title, seed, packs) => {
  const world = await openWorld()
  await world.seed('progress', ...(seed ? [seed] : []))
  const host = world.host({ can: { archives: true, packs, workflows: true } })
  const texts = Array.from({ length: 5 }, (_, i) => [`t${i}`, String(i)])
  const pictures = Array.from({ length: 12 }, (_, i) => [`p${i}`, Uint8Array.of(0, i % 9)])
  const project = projectOf(Object.fromEntries([...texts, ...pictures]))
  const comparison = await compare(host, world.target('progress'), project, { base: null })
  const events: Progress[] = []

  await push(host, comparison, {
    contents,
    choices: { confirmed: comparison.needs },
    onProgress: (progress) => events.push(progress),
  })

  const uploading = events.filter(({ phase }) => phase === 'uploading')
  expect(new Set(uploading.map(({ all }) => all))).toEqual(new Set([17]))
  expect(uploading.at(-1)).toMatchObject({ done: 17 })
})

test('nothing is uploaded for a branch that is known to be protected, unless a person wants to try', async () => {
  const world = await openWorld()
  await world.seed('protected', { a: '1' })
  await world.change('protected', { rules: [{ branch: 'main', kind: 'pull-request' }] })
  const host = world.host()
  const project = projectOf({ a: '2', 'p.png': '\0' })
  const comparison = await compare(host, world.target('protected'), project, { base: null })
  expect(comparison.needs).toContain('protected_branch')
  const others = comparison.needs.filter((need) => need !== 'protected_branch')
  world.calls.length = 0

  const unasked = push(host, comparison, { contents, choices: { confirmed: others } })
  await expect(unasked).rejects.toThrow('A push waits for: protected_branch.')
  expect(world.calls).toEqual([])

  await world.change('protected', { rules: [] })
  await push(host, comparison, { contents, choices: { confirmed: comparison.needs } })
  expect((await world.repository('protected')).files()).toEqual({ a: '2', 'p.png': '\0' })
})

const PORTION = 3 * 64 * 1024

test.each([
  ['blobs', { a: '1' }],
  ['the first file of an empty repository', null],
])('%s of any length arrive as they are', async (_title, seed) => {
  const world = await openWorld()
  const bodies: unknown[] = []
  const watched: Fetch = (address, init) => {
    if (/\/git\/blobs$|\/contents\//.test(address)) bodies.push(init.body)
    return fetch(address, init)
  }
  const host = world.host({ fetch: watched })
  const lengths = [1, 2, 3, PORTION - 1, PORTION, PORTION + 1, 2 * PORTION + 2]

  for (const length of lengths) {
    const name = `length-${length}`
    await world.seed(name, ...(seed ? [seed] : []))
    // Every value of a byte, and NUL first: no text.
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7) % 256)
    const project = projectOf({ 'p.bin': bytes })
    const comparison = await compare(host, world.target(name), project, { base: null })
    await push(host, comparison, { contents, choices: { confirmed: comparison.needs } })

    const { place } = await world.repository(name)
    expect(git(place, ['rev-parse', 'refs/heads/main:p.bin'])).toBe(await blobName(bytes))
  }

  // As a text a large file would be in memory several times.
  expect(bodies.map((body) => body instanceof Blob)).toEqual(lengths.map(() => true))
})
