// Over both databases: policies decide, and SQL sends.
import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { addMember, memberWithSession, signIn } from '#test/identity/people.ts'
import { startRealtime, subscribed, VERSIONS } from './realtime-server.ts'
import { closeRooms, openRooms } from './rooms.ts'

const PRIVATE = { private: true }

test.each(VERSIONS)(
  'the official client hears what SQL sends to a private channel by %s',
  async (vsn) => {
    const server = await startRealtime()
    await openRooms(server)
    const { session } = await memberWithSession(server)
    const client = server.client(vsn)
    await client.setAuth(session.access_token)
    const channel = client.channel('open', { config: PRIVATE })
    const heard = new Promise<Record<string, unknown>>((resolve) => {
      channel.on('broadcast', { event: 'told' }, resolve)
    })
    await subscribed(channel)

    await server.sql(`select realtime.send('{"n": 1}', 'told', 'open')`)

    const { payload, meta, type } = await heard
    const [row] = await server.sql<{ id: string }>('select id from realtime.messages')
    expect({ payload, meta, type }).toEqual({
      type: 'broadcast',
      payload: { n: 1, id: row?.id },
      meta: { id: row?.id },
    })
  },
)

test('policies decide who reads and who sends', async () => {
  const server = await startRealtime()
  await openRooms(server)
  const [member, other] = [await memberWithSession(server), await memberWithSession(server)]
  const [mine, theirs] = [await server.socket(), await server.socket()]
  const own = `write ${member.id}`
  const send = { type: 'broadcast', event: 'a', payload: {} }

  const joined = await mine.join(
    own,
    { ...PRIVATE, broadcast: { self: true } },
    member.session.access_token,
  )
  const refused = await theirs.join(own, PRIVATE, other.session.access_token)
  const visitor = await theirs.join('open', PRIVATE)
  await theirs.join('open', PRIVATE, other.session.access_token)
  await mine.join('open', { ...PRIVATE, broadcast: { ack: true } }, member.session.access_token)
  mine.push(`realtime:${own}`, 'broadcast', send)
  const heard = await mine.next({ event: 'broadcast' })
  const unsent = await mine.ask('realtime:open', 'broadcast', send)
  await mine.join('open', PRIVATE, member.session.access_token)
  mine.push('realtime:open', 'broadcast', send)
  await mine.settled()
  await theirs.settled()

  expect(joined.status).toBe('ok')
  expect(heard.topic).toBe(`realtime:${own}`)
  expect(refused.response.reason).toBe(
    `Unauthorized: You do not have permissions to read from this Channel topic: ${own}`,
  )
  expect(visitor.response.reason).toBe(
    'Unauthorized: You do not have permissions to read from this Channel topic: open',
  )
  expect(unsent).toEqual({
    status: 'error',
    response: {
      reason: 'Unauthorized: You do not have permissions to write to this Channel topic: open',
    },
  })
  expect(theirs.received).toEqual([])
  expect(mine.received.filter(({ event }) => event === 'phx_reply')).toEqual([])
})

test('private and public channels of one name do not meet', async () => {
  const server = await startRealtime()
  await openRooms(server)
  const { session } = await memberWithSession(server)
  const [inside, outside] = [await server.socket(), await server.socket()]
  await inside.join('open', PRIVATE, session.access_token)
  await outside.join('open', { broadcast: { ack: true } })

  await outside.ask('realtime:open', 'broadcast', {
    type: 'broadcast',
    event: 'public',
    payload: {},
  })
  await server.sql(
    `select realtime.send('{}', 'private', 'open'), realtime.send('{}', 'shown', 'open', false)`,
  )

  expect((await inside.next({ event: 'binary 4' })).payload.event).toBe('private')
  expect((await outside.next({ event: 'binary 4' })).payload.event).toBe('shown')
  expect([...inside.received, ...outside.received]).toEqual([])
})

test('what is sent just before a leave is told, also while the policies are asked', async () => {
  const server = await startRealtime()
  await openRooms(server)
  const { session } = await memberWithSession(server)
  const [sender, listener] = [await server.socket(), await server.socket()]
  for (const client of [sender, listener]) {
    await client.join('open write', PRIVATE, session.access_token)
  }

  sender.push('realtime:open write', 'broadcast', { type: 'broadcast', event: 'last', payload: {} })
  sender.push('realtime:open write', 'phx_leave')

  expect((await listener.next({ event: 'broadcast' })).payload.event).toBe('last')
  expect((await sender.next({ event: 'phx_close' })).topic).toBe('realtime:open write')
})

test('a policy that raises gives no right', async () => {
  const server = await startRealtime()
  const { session } = await memberWithSession(server)
  const client = await server.socket()
  await server.sql(
    `create policy "rooms are read" on realtime.messages for select to authenticated using (1 / (length(realtime.topic()) - 4) > 0)`,
  )

  const { response } = await client.join('open', PRIVATE, session.access_token)
  await closeRooms(server)

  expect(response.reason).toMatch(/^Unauthorized: /)
})

test('a new token is asked again, and a lost right ends the channel', async () => {
  const server = await startRealtime()
  await openRooms(server)
  const member = await memberWithSession(server)
  const client = await server.socket()
  await client.join('open', PRIVATE, member.session.access_token)
  const second = await signIn(server, member.email)
  await closeRooms(server)

  client.push('realtime:open', 'access_token', { access_token: second.access_token })
  const told = await client.next({ event: 'system' })
  const closed = await client.next({ event: 'phx_close' })

  expect(told.payload).toMatchObject({
    status: 'error',
    message: 'You no longer have permission to read from this Channel topic: open',
  })
  expect(closed.topic).toBe('realtime:open')
})

test('an expired token ends its channels', async () => {
  const clock = movableClock()
  const server = await startRealtime({ clock })
  const { session } = await memberWithSession(server)
  const client = await server.socket()
  await client.join('room', {}, session.access_token)

  clock.moveTo(3_600_000 + 60_000)
  const told = await client.next({ event: 'system' })

  expect(told.payload.message).toMatch(/^Token has expired \d+ seconds ago$/)
})

test('ended sessions lose their channels: signed out, banned, deleted, by the API or by SQL', async () => {
  const server = await startRealtime()
  const endings: Record<string, (id: string, token: string) => Promise<unknown>> = {
    'sign-out': (_id, token) => server.post('/logout', {}, { as: token }),
    ban: (id) =>
      server.admin(`/admin/users/${id}`, { method: 'PUT', body: { ban_duration: '24h' } }),
    deletion: (id) => server.admin(`/admin/users/${id}`, { method: 'DELETE' }),
    'password change': (id) =>
      server.admin(`/admin/users/${id}`, { method: 'PUT', body: { password: 'another horse 2' } }),
    SQL: (id) => server.sql('delete from auth.sessions where user_id = $1', [id]),
  }
  const told: Record<string, string> = {}

  for (const [name, end] of Object.entries(endings)) {
    const { id, session } = await memberWithSession(server)
    const client = await server.socket()
    await client.join('room', {}, session.access_token)
    await end(id, session.access_token)
    const { payload } = await client.next({ event: 'system' })
    await client.next({ event: 'phx_close' })
    const again = await client.join('room', {}, session.access_token)
    told[name] = `${payload.message}; ${again.status}`
  }

  expect(told).toEqual(
    Object.fromEntries(Object.keys(endings).map((name) => [name, 'Session ended; error'])),
  )
})

test('stored messages are replayed in order, and none is told twice', async () => {
  const server = await startRealtime()
  await openRooms(server)
  const { session } = await memberWithSession(server)
  const [earlier, client] = [await server.socket(), await server.socket()]
  await earlier.join('open', PRIVATE, session.access_token)
  const since = Date.now() - 1_000
  for (let n = 0; n < 30; n++) {
    await server.sql(`select realtime.send(jsonb_build_object('n', $1::integer), 'told', 'open')`, [
      n,
    ])
  }
  // What is read later would be told live as well.
  await earlier.next(({ payload }) => payload?.payload?.n === 29)

  const config = { ...PRIVATE, broadcast: { replay: { since, limit: 100 } } }
  await client.join('open', config, session.access_token)
  await server.sql(`select realtime.send('{"n": 99}', 'told', 'open')`)
  const last = await client.next(({ payload }) => payload?.payload?.n === 99)
  const told = client.received.filter(({ event }) => event === 'binary 4')

  expect(told.map(({ payload }) => payload.payload.n)).toEqual(
    Array.from({ length: 25 }, (_, i) => i + 5),
  )
  expect(told[0]?.payload.meta).toEqual({ replayed: true, id: told[0]?.payload.payload.id })
  expect(last.payload.meta).toEqual({ id: last.payload.payload.id })
})

test('triggers tell changes of rows, and bytes are sent as they are', async () => {
  const server = await startRealtime()
  await openRooms(server)
  const { session } = await memberWithSession(server)
  const client = await server.socket()
  await client.join('open', PRIVATE, session.access_token)

  await server.sql(
    `select realtime.broadcast_changes('open', 'changed', 'INSERT', 'announcements', 'public', announcement, null)
       from (select gen_random_uuid() as id, 'new' as text) as announcement`,
  )
  await server.sql(`select realtime.send_binary('\\x00ff', 'bytes', 'open')`)
  const change = await client.next({ event: 'binary 4' })
  const bytes = await client.next({ event: 'binary 4' })

  expect(change.payload.payload).toMatchObject({
    operation: 'INSERT',
    table: 'announcements',
    schema: 'public',
    record: { text: 'new' },
    old_record: null,
  })
  expect(bytes.payload).toMatchObject({ event: 'bytes', payload: Buffer.from([0, 255]) })
})

test('a message that is rolled back is not told, and a failing one harms no transaction', async () => {
  const server = await startRealtime()
  await openRooms(server)
  const { session } = await memberWithSession(server)
  const client = await server.socket()
  await client.join('open', PRIVATE, session.access_token)

  await server
    .sql(`do $$ begin perform realtime.send('{}', 'undone', 'open'); raise exception 'x'; end $$`)
    .catch(() => {})
  const [row] = await server.sql(
    `select realtime.send('1', 'no object', 'open') is null as went_on`,
  )
  await server.sql(`select realtime.send('{}', 'told', 'open')`)
  const first = await client.next({ event: 'binary 4' })

  expect(row).toEqual({ went_on: false })
  expect(first.payload.event).toBe('told')
})

test('an API role sends by SQL only what policies allow', async () => {
  const server = await startRealtime()
  await openRooms(server)
  const { id } = await addMember(server)
  const member = { role: 'authenticated', claims: { sub: id, role: 'authenticated' } }
  const send = (topic: string) =>
    server.db.ask(member, { text: `select realtime.send('{}', 'a', $1)`, values: [topic] })

  await send('open')
  await send('open write')

  expect(await server.sql('select topic from realtime.messages')).toEqual([{ topic: 'open write' }])
})
