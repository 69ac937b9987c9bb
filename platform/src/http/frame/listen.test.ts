import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import type { RequestContext } from './context.ts'
import { honoHandler } from './handlers.ts'
import { listen } from './listen.ts'

const SILENCE_LIMIT_MS = 100

test('a client that falls silent in the middle of a request is disconnected', async () => {
  const { port } = await open()
  const socket = connect(port, '127.0.0.1')

  socket.write('POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf')

  // Resolves with the end of the connection, or never.
  await once(socket.resume(), 'close')
})

test('a client that falls silent after its request was refused half read is disconnected, others are not', async () => {
  const { port, url } = await open()
  const socket = connect(port, '127.0.0.1')

  socket.write('POST /given-up HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf')

  // What the server did not read makes its system reset the connection.
  socket.resume().on('error', () => {})
  await new Promise((resolve) => socket.once('close', resolve))
  expect((await fetch(`${url}/echo`, { method: 'POST', body: 'here' })).status).toBe(200)
})

test('a client that waits for its answer longer than the silence limit gets it', async () => {
  const { url } = await open()

  const answer = await fetch(`${url}/slow`, { method: 'POST', body: 'whole' })

  expect(await answer.text()).toBe('whole')
})

test('a client that sends slowly but steadily is served', async () => {
  const limitMs = 2000
  const { port } = await open(limitMs)
  const socket = connect(port, '127.0.0.1')
  const answer = text(socket)

  socket.write('POST /echo HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 3\r\n\r\n')
  for (const piece of ['a', 'b', 'c']) {
    await pause(limitMs * 0.4)
    socket.write(piece)
  }

  expect(await answer).toMatch(/^HTTP\/1\.1 200 .*abc$/s)
})

test.each([
  ['http://x/boats?a=b', '/boats?a=b'],
  ['HTTPS://x:8080?a=b', '/?a=b'],
  ['/http://x', '/http://x'],
])('a request for %s is served like one for %s', async (address, path) => {
  const place = { host: '127.0.0.1', port: 0 }
  const listener = await listen((incoming, outgoing) => outgoing.end(incoming.url), place)
  onTestFinished(() => listener.drain())
  const socket = connect(listener.port, '127.0.0.1')
  const answer = text(socket)

  socket.write(`GET ${address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)

  expect((await answer).split('\r\n\r\n')[1]).toBe(path)
})

async function open(silenceLimitMs = SILENCE_LIMIT_MS) {
  const app = new Hono<RequestContext>()
    .post('/echo', async (c) => c.text(await c.req.text()))
    .post('/given-up', async ({ env, body }) => {
      const { socket } = env.incoming
      const arriving = env.incoming.iterator()
      await arriving.next()
      await arriving.throw?.(new Error('refused')).catch(() => {})
      await once(socket, 'close')
      return body(null)
    })
    .post('/slow', async (c) => {
      const text = await c.req.text()
      await pause(SILENCE_LIMIT_MS * 3)
      return c.text(text)
    })
  const place = { host: '127.0.0.1', port: 0, silenceLimitMs }
  const listener = await listen(honoHandler(app), place)
  onTestFinished(() => listener.drain())

  return { port: listener.port, url: `http://127.0.0.1:${listener.port}` }
}
