import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { BatchConnection } from './batch-connection.ts'

test('a statement that the database passed over has failed', async () => {
  const connection = await connectTo(EMPTY_QUERY)

  const answer = connection.send([{ text: 'select 1' }], (answers) => answers)

  await expect(answer).rejects.toMatchObject({ code: '54001' })
})

const STARTUP_ANSWER = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
const EMPTY_QUERY = Buffer.from([0x49, 0, 0, 0, 4])
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/** A server that knows one answer. */
async function connectTo(answer: Buffer): Promise<BatchConnection> {
  const server = createServer((socket: Socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([STARTUP_ANSWER, READY]))
      socket.once('data', () => socket.write(Buffer.concat([answer, READY])))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'anybody', ssl: false })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    server.close()
  })
  return new BatchConnection(client)
}
