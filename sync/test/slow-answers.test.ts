import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readFile } from '#github/read-blob.ts'
import { blobName } from '#objects/blob-name.ts'
import { openWorld } from './open-world.ts'

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

/** A connection between the engine and GitHub that gives the answers as it likes. */
async function slowWorld(answer: (body: Uint8Array, reply: ServerResponse) => unknown) {
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
  const host = world.host({ apiUrl: `http://127.0.0.1:${port}`, silenceMs: SILENCE_MS })
  const sha = await blobName(Uint8Array.from(Buffer.from(CONTENT)))

  return { read: () => readFile(host, world.target('slow'), sha), requests: () => requests }
}
