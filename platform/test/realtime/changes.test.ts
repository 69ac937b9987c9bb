// Over both databases: the outbox, its triggers and row policies are theirs.
import { expect, onTestFinished, test } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { openDatabase } from '#db/open.ts'
import { schema } from '#test/databases/folders.ts'
import { freshLocation } from '#test/fresh-database.ts'
import { memberWithSession } from '#test/identity/people.ts'
import { startRealtime, subscribed, VERSIONS } from './realtime-server.ts'

test.each(VERSIONS)('the official client hears of the rows it may see by %s', async (vsn) => {
  const server = await startPublishing()
  const [member, other] = [await memberWithSession(server), await memberWithSession(server)]
  const client = server.client(vsn)
  await client.setAuth(member.session.access_token)
  const channel = client.channel('my notes')
  const heard: { eventType: string; new: object; old: object }[] = []
  const all = new Promise<void>((resolve) => {
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (change) => {
      if (heard.push(change) === 3) resolve()
    })
  })
  const ready = new Promise((resolve) => {
    channel.on('system', {}, resolve)
  })
  await subscribed(channel)
  await ready

  const add = (id: string, text: string) =>
    server.sql('insert into public.notes (user_id, text) values ($1, $2)', [id, text])
  await add(other.id, 'secret')
  await add(member.id, 'mine')
  await server.sql(`update public.notes set text = text || '!'`)
  await server.sql('delete from public.notes where user_id = $1', [member.id])
  await all

  expect(await ready).toMatchObject({
    extension: 'postgres_changes',
    status: 'ok',
    message: 'Subscribed to PostgreSQL',
    channel: 'my notes',
  })
  expect(heard.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
  expect(heard[0]?.new).toMatchObject({ text: 'mine', user_id: member.id })
  expect(heard[1]?.new).toMatchObject({ text: 'mine!' })
})

test('a filter, a list of columns and several bindings are told apart by their ids', async () => {
  const server = await startPublishing()
  const client = await server.socket()
  const changes = [
    { event: 'INSERT', schema: 'public', table: 'announcements', filter: 'text=eq.hello' },
    { event: '*', schema: 'public', table: 'announcements', filter: null },
    { event: '*', schema: 'public', table: 'announcements', filter: null },
  ]

  const { response } = await client.join('room', { postgres_changes: changes })
  const { response: again } = await client.join('other', { postgres_changes: changes })
  await client.next({ event: 'system', topic: 'realtime:room' })
  await server.sql(`insert into public.announcements (text) values ('other'), ('hello')`)
  const [first, second] = [await change(), await change()]

  const bindings = response.postgres_changes as { id: number }[]
  const ids = bindings.map(({ id }) => id)
  expect(bindings[0]).toEqual({ ...changes[0], id: ids[0] })
  expect(bindings[1]).toEqual({
    event: '*',
    schema: 'public',
    table: 'announcements',
    id: ids[1],
  })
  expect(new Set(ids).size).toBe(3)
  expect(again.postgres_changes).toEqual(bindings)
  expect(sorted(first.ids)).toEqual(sorted(ids.slice(1)))
  expect(sorted(second.ids)).toEqual(sorted(ids))
  expect(second.data).toMatchObject({ type: 'INSERT', record: { text: 'hello' }, errors: null })

  async function change() {
    const { payload } = await client.next({ event: 'postgres_changes', topic: 'realtime:room' })
    return payload as { ids: number[]; data: object }
  }
})

test('bindings that cannot be subscribed are refused with the reason, and the channel stays', async () => {
  const server = await startPublishing()
  const client = await server.socket()
  const refused = async (binding: object) => {
    await client.join('room', { postgres_changes: [binding] })
    return (await client.next({ event: 'system' })).payload
  }

  const unknown = await refused({ event: 'INSERT', schema: 'public', table: 'nowhere' })
  const event = await refused({ event: 'TRUNCATE', schema: 'public', table: 'announcements' })

  for (const payload of [unknown, event]) {
    expect(payload).toMatchObject({ extension: 'postgres_changes', status: 'error' })
    expect(payload.message).toMatch(/^Unable to subscribe to changes with given parameters\./)
  }
  expect((await client.ask('realtime:room', 'phx_leave')).status).toBe('ok')
})

test('old clients name the table in their topic, and get bare changes', async () => {
  const server = await startPublishing()
  const client = await server.socket({ vsn: '1.0.0' })

  await client.ask('realtime:public:announcements:text=eq.hello', 'phx_join', {})
  await client.next({ event: 'system' })
  await server.sql(`insert into public.announcements (text) values ('other'), ('hello')`)
  const { payload } = await client.next({ event: 'INSERT' })

  expect(payload).toMatchObject({
    table: 'announcements',
    type: 'INSERT',
    record: { text: 'hello' },
  })
})

test('an ended session hears nothing more', async () => {
  const server = await startPublishing()
  const { id, session } = await memberWithSession(server)
  const client = await server.socket()
  const binding = { event: '*', schema: 'public', table: 'notes' }
  await client.join('room', { postgres_changes: [binding] }, session.access_token)
  await client.next({ event: 'system' })

  await server.post('/logout', {}, { as: session.access_token })
  await client.next({ event: 'phx_close' })
  await client.join('other', { postgres_changes: [{ ...binding, table: 'announcements' }] })
  await client.next({ event: 'system', topic: 'realtime:other' })
  await server.sql(`insert into public.notes (user_id, text) values ($1, 'late')`, [id])
  await server.sql(`insert into public.announcements (text) values ('last')`)
  const { payload } = await client.next({ event: 'postgres_changes' })

  expect(payload.data.table).toBe('announcements')
})

/** A database of its own, because its tables are published. */
async function startPublishing() {
  const location = await freshLocation(onTestFinished)
  const db = await openDatabase({ location, schema, clock: machineClock })
  onTestFinished(() => db.close())
  const server = await startRealtime({ db })
  await server.sql(
    'alter publication supabase_realtime add table public.notes, public.announcements',
  )

  return server
}

const sorted = (ids: number[]) => [...ids].sort((one, other) => one - other)
