import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { memberWithSession } from '#test/identity/people.ts'
import { recycledDatabases } from '#test/recycled-database.ts'
import {
  pushFrame,
  type RealtimeServer,
  startRealtime,
  type TestSocket,
} from './realtime-server.ts'
import { openRooms } from './rooms.ts'

let servers: [RealtimeServer, RealtimeServer]

beforeEach(async () => {
  const [one, two] = (await recycledDatabases(2, undefined, onTestFinished)) as [Database, Database]
  // The same secrets, as servers of one installation have them.
  const env = { JWT_SECRET: 'a-secret-of-the-tests-with-more-than-32-characters' }
  const first = await startRealtime({ db: one, env })
  const second = await startRealtime({ db: two, env })
  servers = [first, second]
})

test('broadcasts reach the clients of other servers in their order, text and bytes', async () => {
  const [sender, receiver] = await sockets()
  await sender.join('room', { broadcast: { ack: true, self: true } })
  await receiver.join('room')

  const acks = []
  for (let n = 0; n < 20; n++) {
    const payload = { type: 'broadcast', event: 'counted', payload: { n } }
    acks.push(sender.ask('realtime:room', 'broadcast', payload))
  }
  sender.socket.send(pushFrame({ topic: 'realtime:room', event: 'raw' }, 0, Buffer.from([0, 255])))
  const last = await receiver.next({ event: 'binary 4' })
  const own = await sender.next({ event: 'binary 4' })

  expect((await Promise.all(acks)).every(({ status }) => status === 'ok')).toBe(true)
  expect(receiver.received.map(({ payload }) => payload.payload.n)).toEqual([...Array(20).keys()])
  expect(last.payload).toEqual(own.payload)
  expect(sender.received.filter(({ event }) => event === 'broadcast')).toHaveLength(20)
})

test('what SQL sends reaches the clients of every server once', async () => {
  await openRooms(servers[0])
  const { session } = await memberWithSession(servers[0])
  const clients = await sockets()
  for (const client of clients) {
    await client.join('open', { private: true }, session.access_token)
  }

  await servers[1].sql(`select realtime.send('{"n": 1}', 'told', 'open')`)
  await servers[0].sql(`select realtime.send('{"n": 2}', 'told', 'open')`)

  for (const client of clients) {
    expect((await client.next({ event: 'binary 4' })).payload.payload.n).toBe(1)
    expect((await client.next({ event: 'binary 4' })).payload.payload.n).toBe(2)
    expect(client.received).toEqual([])
  }
})

test('presence is shared, and a server that stops takes its entries with it', async () => {
  const [one, two] = await sockets()
  await track(two, 'there')
  await track(one, 'here')
  const { payload: state } = await one.next({ event: 'presence_state' })
  const { payload: diff } = await two.next(({ payload }) => payload?.joins?.here !== undefined)

  await servers[1].stop()
  const { payload: left } = await one.next(({ payload }) => payload?.leaves?.there !== undefined)

  expect(Object.keys(state)).toEqual(['there'])
  expect(Object.keys(diff.joins)).toContain('here')
  expect(Object.keys(left.leaves)).toEqual(['there'])
})

test('the entries of a server that died are told as leaves', async () => {
  const [client] = await sockets()
  const dead = randomUUID()
  await servers[0].sql(
    `insert into realtime_private.presence (server, topic, private, key, ref, meta) values ($1, 'room', false, 'ghost', 'r', '{}')`,
    [dead],
  )
  await client.join('room', { presence: { enabled: true } })
  const state = await client.next({ event: 'presence_state' })

  await servers[0].sql(
    `insert into realtime_private.servers (id, seen) values ($1, clock_timestamp() - interval '1 minute')`,
    [dead],
  )
  const diff = await client.next({ event: 'presence_diff' })

  expect(state.payload).toEqual({ ghost: { metas: [{ phx_ref: 'r' }] } })
  expect(diff.payload).toEqual({ joins: {}, leaves: { ghost: { metas: [{ phx_ref: 'r' }] } } })
})

test('a session that ends at one server ends at the other', async () => {
  const { session } = await memberWithSession(servers[0])
  const [, client] = await sockets()
  await client.join('room', {}, session.access_token)

  await servers[0].post('/logout', {}, { as: session.access_token })

  expect((await client.next({ event: 'system' })).payload.message).toBe('Session ended')
})

test('a server that was taken for dead lets its clients join again', async () => {
  const [client] = await sockets()
  await client.join('room')

  await servers[1].sql('delete from realtime_private.servers')
  const failed = await client.next({ event: 'phx_error' })
  const again = await client.join('room')

  expect(failed.topic).toBe('realtime:room')
  expect(again.status).toBe('ok')
})

const sockets = () =>
  Promise.all([servers[0].socket(), servers[1].socket()]) as Promise<[TestSocket, TestSocket]>

async function track(client: TestSocket, key: string): Promise<void> {
  await client.join('room', { presence: { enabled: true, key } })
  await client.ask('realtime:room', 'presence', { type: 'presence', event: 'track', payload: {} })
}
