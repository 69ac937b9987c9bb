import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import { readFile } from '#github/read-blob.ts'
import type { HostOptions } from '#host/host.ts'
import { blobName } from '#objects/blob-name.ts'
import type { Journal } from '#push/journal.ts'
import { push, resume } from '#push/push.ts'
import { contents, openWorld, projectOf } from './open-world.ts'

const CONTENT = 'tide table '.repeat(8)
const SILENCE_MS = 400

test('a body may take longer than the limit, as long as bytes keep coming', async () => {
  const { read } = await slowWorld(async (body, reply) => {
    for (const byte of body) {
      reply.write(Uint8Array.of(byte))
      await pause(20)
    }
    reply.end()
  })
  const began = performance.now()

  const bytes = await read()

  expect(Buffer.from(bytes).toString()).toBe(CONTENT)
  expect(performance.now() - began).toBeGreaterThan(2 * SILENCE_MS)
})

test('a body that falls silent is asked for again, and ends as offline', async () => {
  const { read, requests } = await slowWorld((body, reply) => {
    reply.write(body.subarray(0, 10))
  })

  await expect(read()).rejects.toMatchObject({ code: 'offline' })

  expect(requests()).toBe(4)
})

test('an answer that never begins ends as offline', async () => {
  const { read } = await slowWorld(() => undefined)

  await expect(read()).rejects.toMatchObject({ code: 'offline' })
})

test('a body that keeps coming for longer than the place allows is asked for again, and ends as offline', async () => {
  const { read, requests } = await slowWorld(
    async (body, reply) => {
      for (const byte of body) {
        reply.write(Uint8Array.of(byte))
        await pause(20)
      }
      reply.end()
    },
    { waitMs: 25_000, callMs: 300 },
  )

  await expect(read()).rejects.toMatchObject({ code: 'offline' })

  expect(requests()).toBe(4)
})

test('a push whose calls take too long leaves the branch alone, and goes on by its journal', async () => {
  const { world, pushed, journal } = await slowPush('POST', '/repos/*/git/commits', 4)
  await expect(pushed()).rejects.toMatchObject({ code: 'offline' })
  const repository = await world.repository('slow')
  expect(repository.commits()).toHaveLength(1)

  const { commit } = await resume(world.host({ longest: LONGEST }), journal(), { contents })

  expect(repository.head()).toBe(commit)
  expect(repository.commits()).toHaveLength(2)
})

test('a move of the branch that takes too long is looked for, and is one commit', async () => {
  const { world, pushed } = await slowPush('PATCH', '/repos/*/git/refs/heads/main', 1)

  const { commit } = await pushed()

  const repository = await world.repository('slow')
  expect(repository.head()).toBe(commit)
  expect(repository.commits()).toHaveLength(2)
})

const LATENCY_MS = 1000
const LONGEST = { waitMs: 25_000, callMs: 400 }

/** A push in a place that is ended after a short time; some calls take longer. */
async function slowPush(method: string, path: string, times: number) {
  const world = await openWorld()
  await world.seed('slow', { a: '1' })
  const base = { commit: (await world.repository('slow')).head(), differs: {} }
  const project = projectOf({ a: '2' })
  const comparison = await compare(world.host(), world.target('slow'), project, { base })
  await world.fault({ method, path, latencyMs: LATENCY_MS, times })
  // The stand-in still works on what was given up.
  onTestFinished(() => pause(LATENCY_MS))
  let latest: Journal | null = null
  const onJournal = (journal: Journal) => {
    latest = journal
  }

  return {
    world,
    pushed: () => push(world.host({ longest: LONGEST }), comparison, { contents, onJournal }),
    journal: () => {
      if (!latest) throw new Error('there is no journal')
      return latest
    },
  }
}

/** A connection between the engine and GitHub that gives the answers as it likes. */
async function slowWorld(
  answer: (body: Uint8Array, reply: ServerResponse) => unknown,
  longest?: HostOptions['longest'],
) {
  const world = await openWorld()
  await world.seed('slow', { a: CONTENT })
  let requests = 0
  const server = createServer(async (request, reply) => {
    requests += 1
    const response = await fetch(world.apiUrl + request.url, {
      headers: {
        authorization: request.headers.authorization ?? '',
        accept: `${request.headers.accept}`,
      },
    })
    await answer(new Uint8Array(await response.arrayBuffer()), reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const apiUrl = `http://127.0.0.1:${port}`
  const host = world.host({ apiUrl, silenceMs: SILENCE_MS, ...(longest && { longest }) })
  const sha = await blobName(Uint8Array.from(Buffer.from(CONTENT)))

  return { read: () => readFile(host, world.target('slow'), sha), requests: () => requests }
}
