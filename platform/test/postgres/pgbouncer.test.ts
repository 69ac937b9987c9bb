import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, theServer } from '#db/database.ts'
import type { PostgresAddresses } from '#db/postgres.ts'
import { runSql } from '#test/databases/postgres-server.ts'
import { freshLocation, openLocation } from '#test/fresh-database.ts'
import { startTestServer } from '#test/test-server.ts'
import { hasPgBouncer, startPgBouncer } from './start-pgbouncer.ts'

const SECRET_KEY = 'sb_secret_0123456789abcdefghijklmnop'
const LIMITS = ['statement_timeout = 10000', 'idle_in_transaction_session_timeout = 30000']

describe.skipIf(!hasPgBouncer)('behind PgBouncer', () => {
  test('in transaction mode it is refused as long as its names would mix, and the reason names the setting', async () => {
    const { directUrl, url } = await pooled('transaction')

    await expect(open({ url, directUrl })).rejects.toThrow(
      /^The pooler at 127\.0\.0\.1:\d+ mixes the prepared statements of its clients: set DATABASE_PREPARED=off/,
    )
  })

  test('names that mix are noticed with one server connection too, and with several', async () => {
    for (const connections of [1, 2, 5]) {
      const { directUrl, url } = await pooled('transaction', { connections })

      await expect(open({ url, directUrl })).rejects.toThrow('DATABASE_PREPARED=off')
    }
  })

  test('in session mode the statements stay apart, and are prepared', async () => {
    const db = await open(await pooled('session'))

    await db.ask(theServer, { text: 'select 1 as one' })
    const { rows } = await db.ask<{ count: number }>(theServer, {
      text: 'select count(*)::int as count from pg_prepared_statements',
    })

    expect(rows[0]?.count).toBeGreaterThan(1)
  })

  test('two servers that share its connections each get their own answers', async () => {
    const addresses = await pooled('transaction', { connections: 3 })
    const [one, other] = await Promise.all([openOff(addresses), openOff(addresses)])
    const asked = Array.from({ length: 400 }, (_, i) => i)

    const answers = await Promise.all(
      asked.map(async (i) => {
        const db = i % 2 ? one : other
        const text = `select ${i % 7} as shape, $1::int as value`
        return (await db.ask(theServer, { text, values: [i] })).rows[0]
      }),
    )

    expect(answers).toEqual(asked.map((i) => ({ shape: i % 7, value: i })))
  })

  test('accounts, data, transactions and notifications work for the official client', async () => {
    const db = await openOff(await pooled('transaction', { connections: 4 }))
    const { url } = await startTestServer({
      db,
      env: { SECRET_KEY, AUTH_REQUIRE_APIKEY: 'false', AUTH_AUTOCONFIRM: 'true' },
    })
    const heard: string[] = []
    await db.listen('messages', (text) => heard.push(text))
    const client = clientOf(url)
    const people = Array.from({ length: 8 }, (_, i) => `person-${i}@example.test`)

    const accounts = await Promise.all(
      people.map((email) => clientOf(url).auth.signUp({ email, password: PASSWORD })),
    )
    const rows = Array.from({ length: 20 }, () => ({ id: randomUUID(), text: 'Hello' }))
    const added = await Promise.all(rows.map((row) => client.from('announcements').insert(row)))
    const read = await client.from('announcements').select('id', { count: 'exact' })
    await db.ask(theServer, { text: `notify messages, 'told'` })

    expect(accounts.map(({ data, error }) => error ?? data.user?.email)).toEqual(people)
    expect(added.map(({ status }) => status)).toEqual(rows.map(() => 201))
    expect(read.count).toBe(20)
    await vi.waitFor(() => expect(heard).toEqual(['told']), 10_000)
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready', timeline: 1 })
  })

  test('a role without the limits that a pooler drops is refused with the words to mend it', async () => {
    const { directUrl, url } = await pooled('transaction', { limits: [] })

    await expect(openOff({ url, directUrl })).rejects.toThrow(
      /gives sessions without a statement_timeout of at most 10s: run "alter role owner set statement_timeout = '10s'"/,
    )
  })

  test('a limit that is longer than ours is refused', async () => {
    const { directUrl, url } = await pooled('transaction', {
      limits: ['statement_timeout = 9000', 'idle_in_transaction_session_timeout = 60000'],
    })

    await expect(openOff({ url, directUrl })).rejects.toThrow(
      'without a idle_in_transaction_session_timeout of at most 30s',
    )
  })

  test('a superuser, another database and a second pooler are refused', async () => {
    const { directUrl, url } = await pooled('transaction')
    const elsewhere = await pooled('transaction')
    const asSuperuser = new URL(url)
    asSuperuser.username = 'postgres'

    await expect(openOff({ url: asSuperuser.href, directUrl })).rejects.toThrow(
      'signs in as the superuser postgres: let DATABASE_URL name the role owner.',
    )
    await expect(openOff({ url: elsewhere.url, directUrl })).rejects.toThrow(
      'leads to another database than DATABASE_DIRECT_URL.',
    )
    await expect(openOff({ url: directUrl, directUrl: url })).rejects.toThrow(
      'is behind a connection pooler: use the address of PostgreSQL itself',
    )
  })
})

const clientOf = (url: string) =>
  createClient(url, SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Without it, the client refuses Node 20, which has no WebSocket.
    realtime: { transport: class {} as never },
  })

const PASSWORD = 'a long enough secret'

type Pooled = { url: string; directUrl: string }
type Options = { connections?: number; limits?: readonly string[] }

async function pooled(
  mode: 'transaction' | 'session',
  { connections = 5, limits = LIMITS }: Options = {},
): Promise<Pooled> {
  const location = await freshLocation()
  if (location.kind !== 'postgres') throw new Error('This needs a PostgreSQL server')
  const database = new URL(location.url).pathname.slice(1)
  for (const limit of limits) {
    await runSql(location.url, `alter role current_user in database ${database} set ${limit}`)
  }
  // It shares server connections that outlive a test's clients, so it ends before the database does.
  const url = await startPgBouncer(location.url, { mode, connections, atEnd: onTestFinished })

  return { url, directUrl: location.url }
}

const open = (addresses: PostgresAddresses): Promise<Database> =>
  openLocation({ kind: 'postgres', ...addresses }, onTestFinished)

const openOff = (addresses: Pooled) => open({ ...addresses, preparing: 'off' })
