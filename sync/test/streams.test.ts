import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import type { Fetch } from '#host/host.ts'
import { blobName } from '#objects/blob-name.ts'
import { push } from '#push/push.ts'
import { git } from './git.ts'
import { contents, openWorld, projectOf } from './open-world.ts'

// Every value of a byte, NUL first: no text. Many portions, each another, and nothing that compresses.
const LARGE = Uint8Array.from(
  { length: 3_000_001 },
  (_, i) => (Math.imul(i, i * 40503 + 7) >>> 13) & 255,
)

const WAYS = [
  { way: 'a blob', seed: { a: '1' }, packs: false, address: /\/git\/blobs$/ },
  { way: 'the first file of an empty repository', seed: null, packs: false, address: /\/contents/ },
  { way: 'a pack', seed: null, packs: true, address: /\/git-receive-pack$/ },
]

test.each(WAYS)('$way is sent as a stream where the place can', async (options) => {
  const { bodies, pushed, arrived } = await streaming(options)

  await pushed()

  expect(await arrived()).toBe(await blobName(LARGE))
  expect(bodies.map(({ body }) => body instanceof ReadableStream)).toEqual([true])
  // GitHub's API is told the length; git itself sends its packs in chunks.
  expect(bodies.map(({ length }) => length !== undefined)).toEqual([!options.packs])
})

test.each(WAYS)('$way is streamed again with a new token', async (options) => {
  const { bodies, pushed, arrived, world } = await streaming({ ...options, refuseOnce: true })

  await pushed()

  expect(await arrived()).toBe(await blobName(LARGE))
  expect(bodies).toHaveLength(2)
  expect((await world.repository('streamed')).fsck()).toBe('')
})

test('a blob whose answer is lost on the way is streamed again', async () => {
  const { bodies, pushed, arrived, world } = await streaming({
    seed: { a: '1' },
    packs: false,
    address: /\/git\/blobs$/,
  })
  let isLost = false
  world.hooks.after = ({ path }) => {
    if (isLost || !path.endsWith('/git/blobs')) return
    isLost = true
    throw new Error('lost')
  }

  await pushed()

  expect(await arrived()).toBe(await blobName(LARGE))
  expect(bodies).toHaveLength(2)
})

type Streaming = {
  seed: Record<string, string> | null
  packs: boolean
  address: RegExp
  /** The first large request is answered with 401, once it was read. */
  refuseOnce?: boolean
}

async function streaming({ seed, packs, address: wanted, refuseOnce = false }: Streaming) {
  const world = await openWorld()
  await world.seed('streamed', ...(seed ? [seed] : []))
  const bodies: { body: unknown; length: string | undefined }[] = []
  const { fetch: send } = world.options()
  const watched: Fetch = (address, init) => {
    if (!wanted.test(address)) return send(address, init)
    bodies.push({ body: init.body, length: init.headers['content-length'] })
    const isRefused = refuseOnce && bodies.length === 1
    const headers = { ...init.headers, ...(isRefused && { authorization: 'Bearer gone' }) }

    return send(address, { ...init, headers })
  }
  const host = world.host({
    fetch: watched,
    token: async () => world.token,
    can: { archives: true, packs, workflows: true, streams: true },
  })
  const target = world.target('streamed')
  const comparison = await compare(host, target, projectOf({ 'large.bin': LARGE }), { base: null })

  return {
    world,
    bodies,
    pushed: () => push(host, comparison, { contents, choices: { confirmed: comparison.needs } }),
    arrived: async () => {
      const { place } = await world.repository('streamed')
      return git(place, ['rev-parse', 'refs/heads/main:large.bin'])
    },
  }
}
