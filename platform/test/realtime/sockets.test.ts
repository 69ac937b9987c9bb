import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { memberWithSession } from '#test/identity/people.ts'
import { refusedHandshake, startRealtime, subscribed, VERSIONS } from './realtime-server.ts'

test.each(VERSIONS)('the official client joins, leaves and joins again by %s', async (vsn) => {
  const server = await startRealtime()
  const client = server.client(vsn)

  const first = client.channel('room')
  await subscribed(first)
  const left = await first.unsubscribe()
  await subscribed(client.channel('room'))

  expect(left).toBe('ok')
  expect(client.isConnected()).toBe(true)
})

test('handshakes without a usable key are refused before the upgrade', async () => {
  const clock = movableClock()
  const server = await startRealtime({ clock })
  const { session } = await memberWithSession(server)
  const refused = async (query: string, headers = {}) => {
    const { status, body } = await refusedHandshake(`${server.address}?${query}`, headers)
    return `${status} ${(body as { error: string }).error}`
  }
  const forged = `${session.access_token.slice(0, -8)}AAAAAAAA`

  expect(await refused('vsn=2.0.0')).toBe('401 API key is missing')
  expect(await refused('apikey=nonsense')).toBe('401 The token provided is not a valid JWT')
  expect(await refused(`apikey=${forged}`)).toBe('401 Failed to validate JWT signature')
  expect(await refused(`apikey=${server.keys.publishable}&vsn=3.0.0`)).toBe(
    '400 Unsupported version',
  )
  clock.moveTo(2 * 3_600_000)
  expect(await refused(`apikey=${session.access_token}`)).toBe('401 Token has expired')
  expect(await refused(`apikey=${server.keys.publishable}`, { 'x-api-key': 'nonsense' })).toBe(
    '401 The token provided is not a valid JWT',
  )
})

test('only pages of the listed origins connect, where there is a list', async () => {
  const server = await startRealtime({ env: { REALTIME_ORIGINS: 'https://app.example.com' } })
  const url = `${server.address}?apikey=${server.keys.publishable}`

  const refused = await refusedHandshake(url, { origin: 'https://other.example.com' })
  const listed = await server.socket({ headers: { origin: 'https://app.example.com' } })

  expect(refused).toMatchObject({ status: 403, body: { error: 'Origin is not allowed' } })
  expect(await listed.settled()).toEqual({ status: 'ok', response: {} })
})

test('requests for other protocols and without an upgrade are answered as plain HTTP', async () => {
  const { url, keys } = await startRealtime()
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  const answer = text(socket)
  await once(socket, 'connect')

  socket.write(
    'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: Upgrade, HTTP2-Settings, close\r\nupgrade: h2c\r\n\r\n',
  )
  const plain = await fetch(`${url}/realtime/v1/websocket?apikey=${keys.publishable}`)
  const polled = await fetch(`${url}/realtime/v1/longpoll`)
  const elsewhere = await refusedHandshake(`${url.replace('http', 'ws')}/nowhere`)

  expect(await answer).toMatch(/^HTTP\/1.1 200/)
  expect(plain.status).toBe(426)
  expect(polled.status).toBe(404)
  expect(elsewhere.status).toBe(404)
})

test.each(VERSIONS)('heartbeats, unknown topics and unknown events by %s', async (vsn) => {
  const server = await startRealtime()
  const client = await server.socket({ vsn })

  const beat = await client.settled()
  const unmatched = await client.ask('realtime:nowhere', 'broadcast', {})
  const joined = await client.join('room')
  client.push('realtime:room', 'something', {})
  client.push('realtime:room', 'access_token', { access_token: null })
  const ref = client.push('realtime:room', 'phx_leave')
  const left = await client.next({ event: 'phx_reply', ref })
  const closed = await client.next({ event: 'phx_close' })

  expect(beat).toEqual({ status: 'ok', response: {} })
  expect(unmatched).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
  expect(joined).toEqual({ status: 'ok', response: { postgres_changes: [] } })
  expect(left.payload).toEqual({ status: 'ok', response: {} })
  expect(closed.topic).toBe('realtime:room')
  expect(client.received).toEqual([])
})

test('a second join on a topic closes the first', async () => {
  const server = await startRealtime()
  const client = await server.socket()

  const first = client.push('realtime:room', 'phx_join', {})
  await client.next({ event: 'phx_reply', ref: first })
  const second = client.push('realtime:room', 'phx_join', {})
  const closed = await client.next({ event: 'phx_close' })
  const reply = await client.next({ event: 'phx_reply', ref: second })

  expect(closed).toMatchObject({ ref: first, joinRef: first })
  expect(reply.payload.status).toBe('ok')
})

test('joins are refused with the reason', async () => {
  const clock = movableClock()
  const server = await startRealtime({ clock, adjust: withChannels(2) })
  const { session } = await memberWithSession(server)
  const client = await server.socket()
  const reason = async (name: string, config = {}, token?: string) =>
    (await client.join(name, config, token)).response.reason
  await client.join('first')

  expect(await reason('')).toBe('TopicNameRequired: You must provide a topic name')
  expect(await reason('a', {}, 'nonsense')).toBe(
    'MalformedJWT: The token provided is not a valid JWT',
  )
  expect(await reason('a', {}, `${session.access_token.slice(0, -8)}AAAAAAAA`)).toBe(
    'JwtSignatureError: Failed to validate JWT signature',
  )
  expect(await reason('a', { broadcast: { replay: { since: 0 } } })).toBe(
    'UnableToReplayMessages: Replay is not allowed for public channels',
  )
  expect(await reason('a', { private: 'true', broadcast: { replay: { since: 'x' } } })).toBe(
    'UnableToReplayMessages: Replay params are not valid',
  )
  expect(await reason('a', { private: true })).toBe(
    'Unauthorized: You do not have permissions to read from this Channel topic: a',
  )
  await client.join('second')
  expect(await reason('third')).toBe('ChannelRateLimitReached: Too many channels')
  clock.moveTo(3_600_000 + 5_000)
  expect(await reason('first', {}, session.access_token)).toMatch(
    /^InvalidJWTToken: Token has expired \d+ seconds ago$/,
  )
})

test('a server may allow private channels only', async () => {
  const server = await startRealtime({ env: { REALTIME_PRIVATE_ONLY: 'true' } })
  const client = await server.socket()

  const { response } = await client.join('room')

  expect(response.reason).toBe('PrivateOnly: This project only allows private channels')
})

test('malformed frames are ignored, and the tenth closes the socket', async () => {
  const server = await startRealtime()
  const client = await server.socket()
  const bad = ['', '[', '{}', '[1,2]', '[null,null,1,"a",{}]', '[null,null,"a","b",[]]', 'null']
  for (const frame of bad) client.socket.send(frame)
  client.socket.send(Buffer.from([3, 255]))
  client.socket.send(Buffer.from([9, 0, 0, 0, 0, 0, 0]))

  const beat = await client.settled()
  client.socket.send('again')
  const closed = await client.closed

  expect(beat.status).toBe('ok')
  expect(closed).toEqual({ code: 1008, reason: 'Too many malformed frames' })
})

test('a frame over the limit closes its socket alone', async () => {
  const server = await startRealtime()
  const [large, other] = [await server.socket(), await server.socket()]

  large.socket.send(Buffer.alloc(400 * 1024))

  expect((await large.closed).code).toBe(1009)
  expect((await other.settled()).status).toBe('ok')
})

test('sockets of one address and of one member are limited', async () => {
  const server = await startRealtime({ adjust: withSockets })
  const { session } = await memberWithSession(server)
  const url = `${server.address}?apikey=${server.keys.publishable}`
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const first = await server.socket(from('192.0.2.1'))
  const second = await server.socket(from('192.0.2.1'))

  const third = await refusedHandshake(url, from('192.0.2.1').headers)
  await first.join('room', {}, session.access_token)
  const crowded = await second.join('room', {}, session.access_token)
  first.socket.close()
  await first.closed
  const again = await second.join('room', {}, session.access_token)

  expect(third).toMatchObject({ status: 429, body: { error: 'Too many connected users' } })
  expect(crowded.response.reason).toBe('ConnectionRateLimitReached: Too many connected users')
  expect(again.status).toBe('ok')
})

test('joins over the limit are refused, and their socket is closed', async () => {
  const server = await startRealtime()
  const client = await server.socket()

  for (let i = 0; i < 150; i++) client.push('realtime:room', 'phx_join', {})
  const refused = await client.next(
    ({ payload }) =>
      payload?.response?.reason === 'ClientJoinRateLimitReached: Too many joins per second',
  )

  expect(refused.event).toBe('phx_reply')
  expect((await client.closed).code).toBe(1008)
})

test('a leaving server closes its sockets with 1012 and ends in time', async () => {
  const server = await startRealtime({ env: { DRAIN_DELAY_MS: '200' } })
  const clients = await Promise.all([server.socket(), server.socket(), server.socket()])
  await clients[0]?.join('room')

  const stopped = server.stop()
  const codes = await Promise.all(clients.map(async ({ closed }) => (await closed).code))
  await stopped

  expect(codes).toEqual([1012, 1012, 1012])
})

test('a socket without channels is closed, one with a channel stays past the silence limit of requests', async () => {
  const server = await startRealtime()
  const [idle, used] = [await server.socket(), await server.socket()]
  await used.join('room')

  const closed = await idle.closed

  expect(closed.reason).toBe('No channel')
  expect((await used.settled()).status).toBe('ok')
})

test('no key or token is logged', async () => {
  const server = await startRealtime()
  const { session } = await memberWithSession(server)
  const client = await server.socket({ key: session.access_token })

  await client.join('room', {}, session.access_token)

  const lines = server.logged.filter((line) => line.includes('/realtime/v1/websocket'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('"status":101')
})

test('nothing is served where realtime is switched off', async () => {
  const server = await startRealtime({ env: { REALTIME_ENABLED: 'false' } })

  const refused = await refusedHandshake(`${server.address}?apikey=${server.keys.publishable}`)

  expect(refused.status).toBe(404)
})

type Adjust = NonNullable<Parameters<typeof startRealtime>[0]>['adjust']

const withChannels =
  (channelsPerSocket: number): Adjust =>
  (config) => ({
    ...config,
    realtime: config.realtime && { ...config.realtime, channelsPerSocket },
  })

const withSockets: Adjust = (config) => ({
  ...config,
  realtime: config.realtime && { ...config.realtime, socketsPerAddress: 2, socketsPerMember: 1 },
})
