import { expect, test } from 'vitest'
import { pushFrame, startRealtime, subscribed, VERSIONS } from './realtime-server.ts'

test.each(VERSIONS)('the official client broadcasts to itself and others by %s', async (vsn) => {
  const server = await startRealtime()
  const sender = server.client(vsn)
  const receiver = server.client(vsn === '1.0.0' ? '2.0.0' : '1.0.0')
  const config = { config: { broadcast: { self: true, ack: true } } }
  const own = sender.channel('room', config)
  const other = receiver.channel('room')
  const heard = [own, other].map(
    (channel) =>
      new Promise((resolve) => {
        channel.on('broadcast', { event: 'hello' }, resolve)
      }),
  )
  await Promise.all([subscribed(own), subscribed(other)])

  const sent = await own.send({ type: 'broadcast', event: 'hello', payload: { text: 'é' } })

  expect(sent).toBe('ok')
  const expected = { type: 'broadcast', event: 'hello', payload: { text: 'é' } }
  expect(await Promise.all(heard)).toEqual([expected, expected])
})

test('a sender without self and ack gets nothing back', async () => {
  const server = await startRealtime()
  const [sender, other] = [await server.socket(), await server.socket()]
  await sender.join('room')
  await other.join('room')

  sender.push('realtime:room', 'broadcast', { type: 'broadcast', event: 'a', payload: { n: 1 } })
  const heard = await other.next({ event: 'broadcast' })
  await sender.settled()

  expect(heard).toMatchObject({
    topic: 'realtime:room',
    ref: null,
    payload: { type: 'broadcast', event: 'a', payload: { n: 1 } },
  })
  expect(sender.received).toEqual([])
})

test('binary broadcasts keep their bytes, and version 1.0.0 gets those that are JSON', async () => {
  const server = await startRealtime()
  const sender = await server.socket()
  const [modern, old] = [await server.socket(), await server.socket({ vsn: '1.0.0' })]
  for (const client of [sender, modern, old]) await client.join('room')
  const bytes = Buffer.from([0, 1, 2, 255])
  const frame = (event: string) => ({ topic: 'realtime:room', event })

  sender.socket.send(pushFrame(frame('raw'), 0, bytes))
  sender.socket.send(pushFrame(frame('json'), 1, Buffer.from('{"big": 9007199254740991}')))
  sender.socket.send(pushFrame(frame('broken'), 1, Buffer.from('{')))
  sender.socket.send(pushFrame(frame('last'), 1, Buffer.from('1')))
  const heard = [await modern.next({ event: 'binary 4' }), await modern.next({ event: 'binary 4' })]
  const oldHeard = [await old.next({ event: 'broadcast' }), await old.next({ event: 'broadcast' })]

  expect(heard.map(({ payload }) => payload.event)).toEqual(['raw', 'json'])
  expect(Buffer.from(heard[0]?.payload.payload)).toEqual(bytes)
  expect(oldHeard.map(({ payload }) => payload)).toEqual([
    { type: 'broadcast', event: 'json', payload: { big: 9007199254740991 } },
    { type: 'broadcast', event: 'last', payload: 1 },
  ])
})

test('a payload over the limit is refused where it is acknowledged', async () => {
  const server = await startRealtime()
  const [sender, other] = [await server.socket(), await server.socket()]
  await sender.join('room', { broadcast: { ack: true } })
  await other.join('room')
  const send = (size: number) =>
    sender.ask('realtime:room', 'broadcast', {
      type: 'broadcast',
      event: 'a',
      payload: 'x'.repeat(size),
    })

  const large = await send(257 * 1024)
  const fitting = await send(200 * 1024)
  const heard = await other.next({ event: 'broadcast' })

  expect(large).toEqual({ status: 'error', response: { reason: 'Payload size exceeded' } })
  expect(fitting).toEqual({ status: 'ok', response: {} })
  expect(heard.payload.payload).toHaveLength(200 * 1024)
})

test('too many broadcasts end the channel', async () => {
  const server = await startRealtime()
  const client = await server.socket()
  await client.join('room')

  for (let i = 0; i < 400; i++) {
    client.push('realtime:room', 'broadcast', { type: 'broadcast', event: 'a', payload: {} })
  }
  const told = await client.next({ event: 'system' })
  const closed = await client.next({ event: 'phx_close' })

  expect(told.payload).toEqual({
    extension: 'system',
    status: 'error',
    message: 'Too many messages per second',
    channel: 'room',
  })
  expect(closed.topic).toBe('realtime:room')
})

test('a client that does not read is disconnected, and others go on', async () => {
  const server = await startRealtime()
  const [stopped, reader, sender] = [
    await server.socket(),
    await server.socket(),
    await server.socket(),
  ]
  for (const client of [stopped, reader]) await client.join('room')
  await sender.join('room', { broadcast: { ack: true } })
  stopped.socket.pause()
  const payload = { type: 'broadcast', event: 'a', payload: 'x'.repeat(200 * 1024) }

  for (let i = 0; i < 150; i++) await sender.ask('realtime:room', 'broadcast', payload)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()

  expect(await reader.settled()).toEqual({ status: 'ok', response: {} })
  expect(metrics).toMatch(/^gitferry_realtime_sockets 2$/m)
})

test('names that objects have, and deep payloads, are only data', async () => {
  const server = await startRealtime()
  const client = await server.socket()
  await client.join('__proto__', { broadcast: { self: true } })
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`

  client.socket.send(`["1","8","realtime:__proto__","broadcast",{"event":"a","payload":${deep}}]`)
  client.socket.send(
    '["1","9","realtime:__proto__","broadcast",{"event":"__proto__","__proto__":{"x":1}}]',
  )
  const heard = await client.next(({ payload }) => payload?.event === '__proto__')

  expect(Object.keys(heard.payload)).toEqual(['event', '__proto__'])
})
