import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { theServer } from '#db/database.ts'
import '#test/databases/given.ts'
import { freshLocation, openLocation } from '#test/fresh-database.ts'
import { startTestServer } from '#test/test-server.ts'
import { silentProxy } from './silent-proxy.ts'

const SECRET_KEY = 'sb_secret_0123456789abcdefghijklmnop'

test('a database that goes silent costs its requests a 503, is away for collectors and is left; the next one serves', async () => {
  const location = await freshLocation()
  if (location.kind !== 'postgres') throw new Error('This needs a PostgreSQL server')
  const proxy = await silentProxy(location.url)
  const db = await openLocation({ kind: 'postgres', url: proxy.url }, onTestFinished, {
    statementLimitMs: 1_000,
  })
  const { url } = await startTestServer({ db })
  const heard: string[] = []
  const gap = vi.fn()
  await db.listen('messages', (text) => heard.push(text), gap)
  // Several connections that worked when last used.
  await Promise.all(
    Array.from({ length: 5 }, () => fetch(`${url}/rest/v1/announcements?select=id`)),
  )
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^database_up 1$/m)

  proxy.silence()
  const [ready, data, metrics] = await Promise.all([
    fetch(`${url}/readyz`),
    fetch(`${url}/rest/v1/announcements?select=id`),
    fetch(`${url}/metrics`),
  ])
  proxy.speak()

  expect([ready.status, ready.headers.get('retry-after')]).toEqual([
    503,
    expect.stringMatching(/^([1-9]|10)$/),
  ])
  expect([data.status, data.headers.get('retry-after')]).toEqual([
    503,
    expect.stringMatching(/^([1-9]|10)$/),
  ])
  expect(metrics.status).toBe(200)
  const collected = await metrics.text()
  expect(collected).toMatch(/^database_up 0$/m)
  // Samples, not the lines that describe them.
  expect(collected).not.toMatch(/^(jobs|mails|mail_oldest_waiting_seconds)[ {]/m)
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), 60_000)
  await vi.waitFor(() => expect(gap).toHaveBeenCalled(), 60_000)
  await db.ask(theServer, { text: `notify messages, 'again'` })
  await vi.waitFor(() => expect(heard).toEqual(['again']), 10_000)
})

test('a table told while connections were silent is served, although a read of the schema is among them', async () => {
  const location = await freshLocation()
  if (location.kind !== 'postgres') throw new Error('This needs a PostgreSQL server')
  const proxy = await silentProxy(location.url)
  const db = await openLocation({ kind: 'postgres', url: proxy.url }, onTestFinished)
  const { url } = await startTestServer({ db, env: { SECRET_KEY } })
  const headers = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` }
  const ask = async (table: string) => {
    const signal = AbortSignal.timeout(5_000)
    return (await fetch(`${url}/rest/v1/${table}`, { headers, signal })).status
  }
  const [locking, telling] = [new pg.Client(location.url), new pg.Client(location.url)]
  for (const client of [locking, telling]) {
    await client.connect()
    onTestFinished(() => client.end())
  }
  await locking.query(`create table public.held (id int);
    create view public.held_view as table public.held`)

  // The read of the schema waits for the view.
  await locking.query('begin; lock table public.held_view in access exclusive mode')
  await telling.query(`notify pgrst, 'reload schema'`)
  await vi.waitFor(async () => {
    const { rowCount } = await telling.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rowCount).toBe(1)
  }, 10_000)
  proxy.silence()
  proxy.speak()
  await locking.query('rollback')
  await telling.query(`create table public.told_meanwhile (id int);
    grant select on public.told_meanwhile to service_role;
    notify pgrst, 'reload schema'`)

  // The loss is noticed within 15 s.
  await vi.waitFor(async () => expect(await ask('told_meanwhile')).toBe(200), {
    timeout: 30_000,
    interval: 500,
  })
})

test('a server that became read-only is 503, and writes again after it was left', async () => {
  const location = await freshLocation()
  if (location.kind !== 'postgres') throw new Error('This needs a PostgreSQL server')
  const db = await openLocation(location, onTestFinished)
  const { url } = await startTestServer({
    db,
    env: { SECRET_KEY, AUTH_REQUIRE_APIKEY: 'false' },
  })
  const post = async (path: string, body: object) => {
    const reply = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: SECRET_KEY },
      body: JSON.stringify(body),
    })
    const text = await reply.text()
    return { reply, code: text && JSON.parse(text).code }
  }
  const addAnnouncement = () => post('/rest/v1/announcements', { id: randomUUID(), text: 'New' })

  await setReadOnly(location.url, true)
  const data = await addAnnouncement()
  const account = await post('/auth/v1/signup', { email: 'new@example.test', password: 'secret-1' })
  const reading = await fetch(`${url}/rest/v1/announcements?select=id`)
  await setReadOnly(location.url, false)
  const afterwards = await addAnnouncement()

  expect([data.reply.status, data.code]).toEqual([503, '25006'])
  expect(account.reply.status).toBe(503)
  for (const { reply } of [data, account])
    expect(reply.headers.get('retry-after')).toMatch(/^([1-9]|10)$/)
  expect(reading.status).toBe(200)
  expect(afterwards.reply.status).toBe(201)
})

/** As a failover does: connections that are open, and those to come, refuse to write. */
async function setReadOnly(url: string, isReadOnly: boolean) {
  const given = inject('database')
  if (given.kind !== 'postgres') throw new Error('This needs a PostgreSQL server')
  const name = new URL(url).pathname.slice(1)
  const client = new pg.Client(given.url)
  await client.connect()
  await client.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly}`)
  await client.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
    [name],
  )
  await client.end()
}
