// Over both databases: presence is rows that servers share.
import { expect, test } from 'vitest'
import { memberWithSession } from '#test/identity/people.ts'
import { startRealtime, subscribed, type TestSocket, VERSIONS } from './realtime-server.ts'
import { openRooms } from './rooms.ts'

const PRESENCE = { presence: { enabled: true, key: 'me' } }

test.each(VERSIONS)('the official clients see each other by %s', async (vsn) => {
  const server = await startRealtime()
  const clients = [server.client(vsn), server.client('2.0.0')]
  const [one, two] = clients.map((client, i) =>
    client.channel('room', { config: { presence: { key: `user ${i}` } } }),
  )
  if (!one || !two) throw new Error('No channels')
  const left = new Promise<string>((resolve) => {
    one.on('presence', { event: 'leave' }, ({ key }) => resolve(key))
  })
  const both = new Promise<void>((resolve) => {
    one.on('presence', { event: 'sync' }, () => {
      if (Object.keys(one.presenceState()).length === 2) resolve()
    })
  })
  two.on('presence', { event: 'sync' }, () => {})
  await Promise.all([subscribed(one), subscribed(two)])

  const tracked = [await one.track({ name: 'Ann' }), await two.track({ name: 'Ben' })]
  await both
  const state = one.presenceState<{ name: string }>()
  await clients[1]?.disconnect()

  expect(tracked).toEqual(['ok', 'ok'])
  expect(state['user 0']).toEqual([{ presence_ref: expect.any(String), name: 'Ann' }])
  expect(state['user 1']).toEqual([{ presence_ref: expect.any(String), name: 'Ben' }])
  expect(await left).toBe('user 1')
})

test('an update names the ref before it, an equal payload tells nothing, untrack leaves', async () => {
  const server = await startRealtime()
  const client = await server.socket()
  await client.join('room', PRESENCE)
  const state = await client.next({ event: 'presence_state' })

  await track(client, { n: 1 })
  const first = await client.next({ event: 'presence_diff' })
  await track(client, { n: 1 })
  await track(client, { n: 2 })
  const second = await client.next({ event: 'presence_diff' })
  await client.ask('realtime:room', 'presence', { type: 'presence', event: 'UNTRACK' })
  const third = await client.next({ event: 'presence_diff' })

  const ref = first.payload.joins.me.metas[0].phx_ref
  const next = second.payload.joins.me.metas[0].phx_ref
  expect(state.payload).toEqual({})
  expect(first.payload).toEqual({ joins: { me: { metas: [{ phx_ref: ref, n: 1 }] } }, leaves: {} })
  expect(second.payload).toEqual({
    joins: { me: { metas: [{ phx_ref: next, phx_ref_prev: ref, n: 2 }] } },
    leaves: { me: { metas: [{ phx_ref: ref, n: 1 }] } },
  })
  expect(third.payload.joins).toEqual({})
  expect(third.payload.leaves.me.metas[0].phx_ref).toBe(next)
})

test('a key may be any text, and metas of one key stand together', async () => {
  const server = await startRealtime()
  const clients = [await server.socket(), await server.socket()]
  for (const client of clients) {
    await client.join('room', { presence: { key: '__proto__' } })
    await track(client, { phx_ref: 'forged' })
  }
  const watcher = await server.socket()

  await watcher.join('room', { presence: { enabled: true } })
  const { payload } = await watcher.next({ event: 'presence_state' })

  const { metas } = Object.getOwnPropertyDescriptor(payload, '__proto__')?.value ?? {}
  expect(metas).toHaveLength(2)
  expect(metas.map(({ phx_ref }: { phx_ref: string }) => phx_ref)).not.toContain('forged')
})

test('too many, too large and too frequent entries are refused', async () => {
  const server = await startRealtime({
    adjust: (config) => ({
      ...config,
      realtime: config.realtime && { ...config.realtime, presences: 1 },
    }),
  })
  const [first, second, third] = [
    await server.socket(),
    await server.socket(),
    await server.socket(),
  ]
  for (const client of [first, second, third]) await client.join('room', PRESENCE)

  const replies = []
  for (let n = 0; n < 5; n++) replies.push((await track(first, { n })).status)
  const crowded = await track(second, {})
  first.push('realtime:room', 'presence', { type: 'presence', event: 'track', payload: { n: 6 } })
  third.push('realtime:room', 'presence', { event: 'track', payload: { x: 'x'.repeat(65 * 1024) } })

  expect(replies).toEqual(Array(5).fill('ok'))
  expect(crowded.status).toBe('error')
  expect((await first.next({ event: 'system' })).payload.message).toBe(
    'Client presence rate limit exceeded',
  )
  expect((await third.next({ event: 'system' })).payload.message).toBe(
    'Track message size exceeded',
  )
})

test('on a private channel, tracking needs the right to write presence', async () => {
  const server = await startRealtime()
  await openRooms(server)
  const { session } = await memberWithSession(server)
  const client = await server.socket()
  const config = { ...PRESENCE, private: true }
  await client.join('open', config, session.access_token)
  await client.join('open write', config, session.access_token)

  expect((await track(client, {}, 'open')).status).toBe('error')
  expect((await track(client, {}, 'open write')).status).toBe('ok')
})

const track = (client: TestSocket, payload: object, room = 'room') =>
  client.ask(`realtime:${room}`, 'presence', { type: 'presence', event: 'track', payload })
