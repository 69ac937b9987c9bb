import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { wholeBody } from './whole-body.ts'

test('a body that comes in parts is put together', async () => {
  const { incoming, socket } = await request('{"a":')
  const body = wholeBody(incoming, ENOUGH)

  socket.write('"boat"}')

  expect((await body).toString()).toBe('{"a":"boat"}')
})

test('a body that is cut off is no body, whether somebody was listening yet or not', async () => {
  const { incoming, socket } = await request('{"a":')
  const early = wholeBody(incoming, ENOUGH)
  const gone = new Promise((resolve) => incoming.once('close', resolve))

  socket.destroy()
  await expect(early).rejects.toMatchObject({ status: 400 })
  await gone

  await expect(wholeBody(incoming, ENOUGH)).rejects.toMatchObject({ status: 400 })
})

test.each([
  ['says that it is too long', 'content-length: 101', ''],
  ['turns out to be too long', 'transfer-encoding: chunked', `65\r\n${'x'.repeat(101)}\r\n`],
])('a body that %s is refused', async (_what, header, beginning) => {
  const { incoming } = await request(beginning, header)

  await expect(wholeBody(incoming, ENOUGH)).rejects.toMatchObject({ code: 'body_too_large' })
})

const ENOUGH = 100

/** As a server sees it when its head and the beginning of its body have come. */
async function request(
  beginning: string,
  header = 'content-length: 12',
): Promise<{ incoming: IncomingMessage; socket: Socket }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n${beginning}`)
  const [incoming] = (await once(server, 'request')) as [IncomingMessage]

  return { incoming, socket }
}
