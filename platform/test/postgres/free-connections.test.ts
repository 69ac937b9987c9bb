import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Database, serviceRole, theServer } from '#db/database.ts'
import { type AtEnd, freshLocation, openLocation } from '#test/fresh-database.ts'

const PID = { text: 'select pg_backend_pid() as pid' }
const WAIT_FOR_LOCK = { text: 'select pg_advisory_xact_lock_shared(1)' }

test('a connection that ends while it is free is never used again', async () => {
  const { db, admin } = await open()
  const before = await pidsOf(db, 3)
  expect(db.stats()).toMatchObject({ idle: 3 })

  await admin.query('select pg_terminate_backend(unnest($1::int[]))', [before])
  await vi.waitFor(() => expect(db.stats()).toMatchObject({ total: 0, idle: 0 }))
  const after = await pidsOf(db, 3)

  expect(after).toHaveLength(3)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
})

test('a connection that ends while it is in use fails its request and is not kept', async () => {
  const { db, admin } = await open()
  const pids = await pidsOf(db, 1)
  await admin.query('select pg_advisory_lock(1)')
  const waiting = db.ask(theServer, WAIT_FOR_LOCK)
  await vi.waitFor(async () => expect(await waitingForLock(admin)).toBe(1))

  void admin.query('select pg_terminate_backend(unnest($1::int[]))', [pids])

  await expect(waiting).rejects.toMatchObject({ code: 'database_unavailable' })
  expect(await pidsOf(db, 1)).not.toEqual(pids)
  expect(db.stats()).toEqual({ total: 1, idle: 1, waiting: 0 })
})

test('no more than the allowed connections are opened; who waits is served, or refused after a while', async () => {
  const { db, admin } = await open()
  await admin.query('select pg_advisory_lock(1)')
  const busy = Array.from({ length: db.connections }, () => db.ask(theServer, WAIT_FOR_LOCK))
  await vi.waitFor(async () => expect(await waitingForLock(admin)).toBe(db.connections))

  // As a request's caller: the server's own work waits longer.
  const refused = db.ask(serviceRole, PID)
  expect(db.stats()).toEqual({ total: db.connections, idle: 0, waiting: 1 })
  await expect(refused).rejects.toMatchObject({ code: 'database_unavailable' })
  const served = db.ask(serviceRole, PID)
  expect(db.stats()).toMatchObject({ waiting: 1 })
  await admin.query('select pg_advisory_unlock(1)')

  expect((await served).rows).toHaveLength(1)
  await Promise.all(busy)
  expect(db.stats()).toEqual({ total: db.connections, idle: db.connections, waiting: 0 })
})

test('as many connections are opened as are configured', async () => {
  const { db } = await open(onTestFinished, { mostConnections: 4 })

  const pids = await pidsOf(db, 20)

  expect(db.connections).toBe(4)
  expect(pids).toHaveLength(4)
})

test('closing ends the free connections', async () => {
  const { db, admin } = await open(() => {})
  const pids = await pidsOf(db, 3)

  await db.close()

  await vi.waitFor(async () => {
    const { rows } = await admin.query('select from pg_stat_activity where pid = any ($1)', [pids])
    expect(rows).toEqual([])
  })
  await expect(db.ask(theServer, PID)).rejects.toMatchObject({ code: 'database_unavailable' })
})

async function open(atEnd: AtEnd = onTestFinished, further: { mostConnections?: number } = {}) {
  const location = await freshLocation()
  if (location.kind !== 'postgres') throw new Error('This needs a PostgreSQL server')
  const db = await openLocation({ ...location, ...further }, atEnd)
  const admin = new pg.Client(location.url)
  await admin.connect()
  onTestFinished(() => admin.end())

  return { db, admin }
}

/** Of so many connections in use at once. */
async function pidsOf(db: Database, count: number): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => db.ask<{ pid: number }>(theServer, PID)),
  )

  return [...new Set(answers.map(({ rows }) => rows[0]?.pid ?? 0))]
}

async function waitingForLock(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
  )

  return rows[0]?.count ?? 0
}
