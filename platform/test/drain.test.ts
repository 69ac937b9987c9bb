import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '#test/test-server.ts'
import { recycledDatabase } from './recycled-database.ts'

const CLIENTS = 20
const DRAIN_DELAY_MS = '1000'

test('five drains under load reset no connection, and every client is told to leave', async () => {
  const db = await recycledDatabase()
  const start = () => startTestServer({ db, env: { DRAIN_DELAY_MS } })
  const servers = [await start(), await start(), await start(), await start(), await start()]

  const ends = await Promise.all(servers.map(drainUnderLoad))

  expect(ends.flat()).toEqual(Array(servers.length * CLIENTS).fill('told to leave'))
})

test('a leaving server is not ready, and answers on old and new connections meanwhile', async () => {
  const { url, stop } = await startTestServer({ env: { DRAIN_DELAY_MS } })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const before = await ask(url, '/healthz', agent)

  const stopped = stop()
  const kept = await ask(url, '/healthz', agent)
  const ready = await ask(url, '/readyz')
  const fresh = await ask(url, '/healthz')
  await stopped

  expect([before.statusCode, before.headers.connection]).toEqual([200, 'keep-alive'])
  expect([kept.statusCode, kept.headers.connection]).toEqual([200, 'close'])
  expect(kept.reusedSocket).toBe(true)
  expect(ready.statusCode).toBe(503)
  expect(ready.headers).toMatchObject({ connection: 'close', 'retry-after': expect.any(String) })
  expect([fresh.statusCode, fresh.headers.connection]).toEqual([200, 'close'])
  await expect(ask(url, '/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('a request that is half sent when the server begins to leave is answered', async () => {
  const { url, stop } = await startTestServer({ env: { DRAIN_DELAY_MS: '0' } })
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const answer = text(socket)
  await once(socket, 'connect')
  socket.write('POST /functions/v1/nothing HTTP/1.1\r\nhost: x\r\ncontent-le')
  // Once a later request is answered, the server has read this one.
  await ask(url, '/healthz')

  const stopped = stop()
  await pause(300)
  socket.write('ngth: 2\r\n\r\n{}')
  await stopped

  expect(await answer).toMatch(/^HTTP\/1\.1 404 .*connection: close/is)
})

async function drainUnderLoad({ url, stop }: Awaited<ReturnType<typeof startTestServer>>) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const loads = Array.from({ length: CLIENTS }, () => load(url, agent))
  await Promise.all(loads.map(({ isWarm }) => isWarm))

  const stopped = stop()
  const ends = await Promise.all(loads.map(({ ended }) => ended))
  await stopped
  agent.destroy()

  return ends
}

/** A client that sends requests over a kept-alive connection until it is stopped. */
function load(url: string, agent: Agent) {
  let warm: () => void = () => {}
  const isWarm = new Promise<void>((resolve) => {
    warm = resolve
  })
  const ended = (async () => {
    try {
      for (let asked = 0; ; asked++) {
        const { statusCode, headers } = await ask(url, '/healthz', agent)
        if (statusCode !== 200) return `answered ${statusCode}`
        if (headers.connection === 'close') return 'told to leave'
        if (asked === 10) warm()
      }
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    } finally {
      warm()
    }
  })()

  return { isWarm, ended }
}

/** Over the agent's kept connection, or one of its own that ends with the answer. */
async function ask(url: string, path: string, agent?: Agent) {
  const own = new Agent({ keepAlive: true })
  const sent = request(url + path, { agent: agent ?? own }).end()
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject)
  })
  await text(answer)
  own.destroy()

  return {
    statusCode: answer.statusCode,
    headers: answer.headers,
    reusedSocket: sent.reusedSocket,
  }
}
