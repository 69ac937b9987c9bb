import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { forward, forwardUpgrade } from './dev-proxy.js'

test('method, path, headers and body reach the product, and its answer comes back as it is', async () => {
  const product = await listening(async (request, answer) => {
    answer.setHeader('set-cookie', ['one=1', 'two=2'])
    answer.statusCode = 201
    const { method, url, headers } = request
    answer.end(JSON.stringify({ method, url, host: headers.host, body: await text(request) }))
  })
  const outer = await listening((request, answer) => forward(product, request, answer))

  const reply = await fetch(`${outer}/rest/v1/notes?select=id`, { method: 'POST', body: 'a note' })

  expect(reply.status).toBe(201)
  expect(reply.headers.getSetCookie()).toEqual(['one=1', 'two=2'])
  expect(await reply.json()).toEqual({
    method: 'POST',
    url: '/rest/v1/notes?select=id',
    host: new URL(outer).host,
    body: 'a note',
  })
})

test('an answer is passed on piece by piece', async () => {
  let finish
  const product = await listening((_request, answer) => {
    answer.write('first')
    finish = () => answer.end('last')
  })
  const outer = await listening((request, answer) => forward(product, request, answer))

  const reader = (await fetch(outer)).body.getReader()
  const first = await reader.read()
  finish()
  const last = await reader.read()

  expect(Buffer.from(first.value).toString()).toBe('first')
  expect(Buffer.from(last.value).toString()).toBe('last')
})

test('without a product the answer says where to look', async () => {
  const outer = await listening((request, answer) => forward(null, request, answer))

  const reply = await fetch(outer)

  expect(reply.status).toBe(503)
  expect(await reply.text()).toMatch(/terminal/)
})

test('a WebSocket is passed on with its headers, in both directions, and ends with the product', async () => {
  const product = await listening(
    () => {},
    (incoming, socket) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nkey: ${incoming.headers['sec-websocket-key']}\r\n\r\n`,
      )
      socket.once('data', (data) => socket.end(`echo ${data}`))
    },
  )
  const outer = await listening(
    () => {},
    (incoming, socket, head) => forwardUpgrade(product, incoming, socket, head),
  )

  const asked = request(`${outer}/realtime/v1/websocket`, {
    headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'abc' },
  })
  asked.end()
  const [reply, socket] = await once(asked, 'upgrade')
  socket.write('hello')

  expect([reply.statusCode, reply.headers.key]).toEqual([101, 'abc'])
  expect(await text(socket)).toBe('echo hello')
})

async function listening(handler, onUpgrade) {
  const server = createServer(handler).listen(0, '127.0.0.1')
  if (onUpgrade) server.on('upgrade', onUpgrade)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })

  return `http://127.0.0.1:${server.address().port}`
}
