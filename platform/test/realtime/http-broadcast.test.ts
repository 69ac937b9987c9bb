import { expect, test } from 'vitest'
import { memberWithSession } from '#test/identity/people.ts'
import { type RealtimeServer, startRealtime, subscribed } from './realtime-server.ts'
import { openRooms } from './rooms.ts'

test('the official client sends by HTTP, JSON and bytes', async () => {
  const server = await startRealtime()
  const client = server.client('2.0.0')
  const channel = client.channel('a room/ü')
  const heard: unknown[] = []
  const both = new Promise<void>((resolve) => {
    channel.on('broadcast', { event: '*' }, ({ payload }) => {
      if (heard.push(payload) === 2) resolve()
    })
  })
  await subscribed(channel)

  const json = await channel.httpSend('one', { n: 1 })
  const bytes = await channel.httpSend('two', new Uint8Array([0, 255]).buffer)
  await both

  expect([json, bytes]).toEqual([{ success: true }, { success: true }])
  expect(heard[0]).toEqual({ n: 1 })
  expect([...new Uint8Array(heard[1] as ArrayBuffer)]).toEqual([0, 255])
})

test('a batch is sent to those who may hear it, and private messages need the right', async () => {
  const server = await startRealtime()
  await openRooms(server)
  const { session } = await memberWithSession(server)
  const listener = await server.socket()
  await listener.join('open', { private: true }, session.access_token)
  await listener.join('open write', { private: true }, session.access_token)
  await listener.join('public')
  const message = (topic: string, isPrivate?: boolean) => ({
    topic,
    event: 'told',
    payload: { topic },
    ...(isPrivate && { private: true }),
  })

  const status = await post(server, '', {
    token: session.access_token,
    body: { messages: [message('open', true), message('open write', true), message('public')] },
  })
  const topics = [
    await listener.next({ event: 'broadcast' }),
    await listener.next({ event: 'broadcast' }),
  ]

  expect(status).toEqual([202, ''])
  expect(topics.map(({ topic }) => topic)).toEqual(['realtime:open write', 'realtime:public'])
  expect(topics[1]?.payload).toEqual({
    type: 'broadcast',
    event: 'told',
    payload: { topic: 'public' },
  })
})

test('requests without a key, a right or a usable body are refused', async () => {
  const server = await startRealtime()
  await openRooms(server)
  const { session } = await memberWithSession(server)
  const token = session.access_token
  const one = '/room/events/a'
  const many = Array.from({ length: 101 }, () => ({ topic: 'a', event: 'b', payload: {} }))

  expect(await post(server, one, { token: 'nonsense', body: {} })).toEqual([
    401,
    '{"message":"Unauthorized"}',
  ])
  expect(await post(server, '/open/events/a?private=true', { token, body: {} })).toEqual([
    403,
    '{"message":"Unauthorized"}',
  ])
  expect((await post(server, '/open%20write/events/a?private=true', { token, body: {} }))[0]).toBe(
    202,
  )
  expect(await post(server, one, { token, body: 'x', type: 'text/plain' })).toEqual([
    415,
    '{"error":"Unsupported media type"}',
  ])
  expect((await post(server, one, { token, body: '{' }))[0]).toBe(422)
  expect(
    (
      await post(server, one, {
        token,
        body: 'x'.repeat(257 * 1024),
        type: 'application/octet-stream',
      })
    )[0],
  ).toBe(422)
  expect((await post(server, '', { token, body: '{' }))[0]).toBe(422)
  expect(await post(server, '', { token, body: { messages: [{ topic: '', event: 1 }] } })).toEqual([
    422,
    '{"errors":{"messages":[{"topic":["can\'t be blank"],"event":["is invalid"],"payload":["can\'t be blank"]}]}}',
  ])
  expect(await post(server, '', { token, body: { messages: many } })).toEqual([
    429,
    '{"message":"Too many messages to broadcast, please reduce the batch size"}',
  ])
})

test('a server that sends too much refuses', async () => {
  const server = await startRealtime({
    adjust: (config) => ({
      ...config,
      realtime: config.realtime && { ...config.realtime, sentPerSecond: 0.001 },
    }),
  })
  const listener = await server.socket()
  await listener.join('room')
  const message = { topic: 'room', event: 'a', payload: {} }

  const answer = await post(server, '', {
    token: server.keys.secret,
    body: { messages: [message, message] },
  })

  expect(answer).toEqual([429, '{"message":"You have exceeded your rate limit"}'])
  expect((await listener.next({ event: 'broadcast' })).payload.event).toBe('a')
})

async function post(
  { url }: RealtimeServer,
  path: string,
  { token, body, type = 'application/json' }: { token: string; body: unknown; type?: string },
): Promise<[number, string]> {
  const answer = await fetch(`${url}/realtime/v1/api/broadcast${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

  return [answer.status, await answer.text()]
}
