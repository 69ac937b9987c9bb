import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import type { MigrateOptions } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { openLog } from '#log/log.ts'
import { folderWith } from '#test/folder-with.ts'
import { freshLocation } from '#test/fresh-database.ts'
import { runMigrator } from '#test/programs/run-migrator.ts'

const MIGRATION_LOCK = 7_448_411

test('a migration that cannot have its lock tries again, then names who holds it', async () => {
  const { url, holder } = await placeWithRows()
  const { log, lines } = logged()
  const holderPid = await heldBy(holder)

  const opening = open(url, ADD_COLUMN, { log, lockTimeoutMs: 300, lockTries: 3, lockPauseMs: 10 })

  await expect(opening).rejects.toThrow(
    new RegExp(
      `^migrations/9002_column.sql: a lock could not be had in 3 tries; it is held by pid ${holderPid} \\(.*, idle in transaction, .*start again`,
    ),
  )
  expect(lines().filter(({ msg }) => msg === 'migration blocked by a lock')).toEqual([
    expect.objectContaining({ file: 'migrations/9002_column.sql', tried: 1, of: 3 }),
    expect.objectContaining({ tried: 2 }),
  ])
  // Neither the migration lock nor anything of the file is left.
  const { rows } = await holder.query(
    `select (select count(*)::int from pg_locks join pg_database on pg_database.oid = pg_locks.database
              where objid = $1 and datname = current_database()) as locks,
            (select count(*)::int from pg_attribute where attname = 'note' and attrelid = 'public.rows'::regclass) as columns`,
    [MIGRATION_LOCK],
  )
  expect(rows).toEqual([{ locks: 0, columns: 0 }])
})

test('a migration goes on when the lock is free again', async () => {
  const { url, holder } = await placeWithRows()
  const { log, lines } = logged()
  await heldBy(holder)

  const opening = open(url, ADD_COLUMN, { log, lockTimeoutMs: 300, lockPauseMs: 10 })
  await vi.waitFor(() => expect(lines().some(({ tried }) => tried === 2)).toBe(true), 10_000)
  await holder.query('rollback')
  await opening

  const { rows } = await holder.query('select count(note)::int as notes from public.rows')
  expect(rows).toEqual([{ notes: 0 }])
})

test('readers of a table wait at most as long as a migration waits for it', async () => {
  const { url, holder } = await placeWithRows()
  const reader = await connect(url)
  await heldBy(holder)
  const opening = open(url, ADD_COLUMN, { lockTimeoutMs: 300, lockPauseMs: 400 })
  opening.catch(() => {})

  // Longer than one wait of the migration, and shorter than two.
  await reader.query(`set statement_timeout = '600ms'`)
  for (let reads = 0; reads < 5; reads++) await reader.query('select count(*) from public.rows')

  await holder.query('rollback')
  await opening
})

test('writers of a table wait for a short time only while a vacuum holds up its migration', async () => {
  const { url, holder } = await placeWithRows()
  const writer = await connect(url)
  await holder.query('begin')
  // The lock of a vacuum: it stops a migration, and no reader or writer.
  await holder.query('lock table public.rows in share update exclusive mode')
  const { log, lines } = logged()
  const opening = open(url, ADD_COLUMN, { log })
  opening.catch(() => {})

  // Longer than a migration may hold writers up, and shorter than it waits for a vacuum.
  await writer.query(`set lock_timeout = '1s'`)
  const isTried = () => lines().some(({ tried }) => tried === 2)
  while (!isTried()) await writer.query('update public.rows set id = id')
  await holder.query('rollback')
  await opening

  const { rows } = await holder.query('select count(note)::int as notes from public.rows')
  expect(rows).toEqual([{ notes: 0 }])
})

test('a server that waits for another one logs who migrates, since when, and which file', async () => {
  const { url, holder } = await placeWithRows()
  await holder.query(`set application_name = 'product migrates migrations/9002_column.sql'`)
  await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  const { rows: holders } = await holder.query('select pg_backend_pid() as pid')
  const { log, lines } = logged()
  const states: string[] = []

  const opening = open(url, {}, { log, onMigrating: () => states.push('migrating') })
  await vi.waitFor(() => expect(lines()).toHaveLength(1), 5_000)
  await holder.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  await opening

  expect(states).toEqual(['migrating'])
  expect(lines()).toEqual([
    expect.objectContaining({
      msg: 'migration waits for another server',
      waitsForS: 0,
      heldBy: {
        pid: holders[0].pid,
        application: 'product migrates migrations/9002_column.sql',
        since: expect.stringMatching(/^\d{4}-/),
      },
    }),
  ])
})

test('a server of an older release that waits for the migration does not stop an index', async () => {
  const { url, holder } = await placeWithRows()
  const older = await connect(asSuperuser(url))
  const { log, lines } = logged()
  // The index waits for this transaction, and by then the older server waits for the migration.
  await holder.query('begin; update public.rows set id = id where id = 1')
  const opening = open(url, INDEX, { log, lockPauseMs: 100 })
  await vi.waitFor(async () => expect(await migratorsPid(older)).toBeTypeOf('number'), 10_000)
  // Either could end the deadlock; here it is the index.
  await older.query(`set deadlock_timeout = '1min'`)
  const waiting = older.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  await untilWaiting(await connect(asSuperuser(url)), older)

  await holder.query('rollback')
  await waiting
  await older.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  await opening

  expect(lines()).toContainEqual(expect.objectContaining({ msg: 'migration blocked by a lock' }))
  const { rows } = await holder.query(
    `select indisvalid from pg_index where indexrelid = 'public.rows_by_id'::regclass`,
  )
  expect(rows).toEqual([{ indisvalid: true }])
})

test('a backfill that moves on may be blocked again and again', async () => {
  const { url, holder } = await placeWithRows()
  const other = await connect(url)
  const { log, lines } = logged()
  await holder.query('update public.pace set seconds = 0')
  await holder.query('begin; select from public.rows where id = 150 for update')
  await other.query('begin; select from public.rows where id = 550 for update')
  const blocked = () => lines().map(({ tried }) => tried)

  const files = { '9002_slow.backfill.sql': SLOW_BACKFILL }
  const opening = open(url, files, { log, portionRows: 100, lockTries: 2, lockPauseMs: 300 })
  opening.catch(() => {})
  await vi.waitFor(() => expect(blocked()).toEqual([1]), 10_000)
  await holder.query('rollback')
  await vi.waitFor(() => expect(blocked()).toEqual([1, 1]), 10_000)
  await other.query('rollback')
  await opening

  const { rows } = await holder.query(
    'select count(*)::int as rows from public.rows where changes = 1',
  )
  expect(rows).toEqual([{ rows: 1000 }])
})

test('portions become as small as they have to be to end soon', async () => {
  const { url, holder } = await placeWithRows()
  await holder.query('create table public.portions (position int, rows int)')

  await open(url, { '9002_counted.backfill.sql': HALF_A_MILLISECOND_EACH })

  const { rows } = await holder.query('select rows from public.portions order by position')
  const [first, ...others] = rows.map((portion) => portion.rows)
  expect(first).toBe(500)
  // 75 ms at most, but for the first one, which is measured only when it has run.
  expect(others.every((count) => count <= 150)).toBe(true)
  expect(first + others.reduce((sum, count) => sum + count, 0)).toBe(1000)
})

test('no portion is compiled, although its plan looks expensive', async () => {
  const { url, holder } = await placeWithRows()
  await holder.query('create table public.seen (jit text)')
  await holder.query(
    `do $$ begin execute format('alter database %I set jit = on', current_database()); end $$`,
  )
  const noting = `
    with noted as (insert into public.seen select current_setting('jit'))
    select null::text as next, $1::text, $2::int`

  await open(url, { '9002_noting.backfill.sql': noting })

  expect((await holder.query('select jit from public.seen')).rows).toEqual([{ jit: 'off' }])
})

test('a migrator killed in a backfill leaves no lock, and the next start finishes', async () => {
  const { url, holder } = await placeWithRows()
  const files = { '9002_slow.backfill.sql': SLOW_BACKFILL }
  const location = { kind: 'postgres' as const, url }
  const { kill } = await runMigrator({
    location,
    schema: folderWith({ ...TABLE, ...files }),
    migrating: { portionRows: 100 },
  })
  await vi.waitFor(async () => {
    const { rows } = await holder.query('select portions from history.backfills')
    expect(rows[0]?.portions).toBeGreaterThan(1)
  }, 60_000)
  // In the middle of a portion that would take a minute.
  await holder.query('update public.pace set seconds = 60')
  await vi.waitFor(async () => expect(await sleepers(holder)).toBe(1), 10_000)

  await kill()

  await vi.waitFor(async () => expect(await sleepers(holder)).toBe(0), 10_000)
  await holder.query('update public.pace set seconds = 0')
  await open(url, files, { portionRows: 100 })
  const { rows } = await holder.query(
    `select count(*)::int as rows, count(*) filter (where changes = 1)::int as changed from public.rows`,
  )
  expect(rows).toEqual([{ rows: 1000, changed: 1000 }])
}, 120_000)

test('a migrator killed while it builds an index leaves no lock, and the next start builds it', async () => {
  const { url, holder } = await placeWithRows()
  const location = { kind: 'postgres' as const, url }
  const writer = await connect(url)
  // The index is there, but invalid, until this transaction ends.
  await writer.query('begin; update public.rows set id = id where id = 1')
  const { kill } = await runMigrator({ location, schema: folderWith({ ...TABLE, ...INDEX }) })
  await vi.waitFor(async () => expect(await indexState(holder)).toBe(false), 20_000)

  await kill()

  await vi.waitFor(async () => expect(await migratorsPid(holder)).toBeNull(), 10_000)
  await writer.query('rollback')
  await open(url, INDEX)
  expect(await indexState(holder)).toBe(true)
}, 120_000)

test('servers that start together apply each file once', async () => {
  const { url, holder } = await placeWithRows()
  const files = { '9002_slow.backfill.sql': SLOW_BACKFILL, ...INDEX }

  await Promise.all([1, 2, 3].map(() => open(url, files, { portionRows: 500 })))

  const { rows } = await holder.query(
    `select count(*)::int as rows, count(*) filter (where changes = 1)::int as changed from public.rows`,
  )
  expect(rows).toEqual([{ rows: 1000, changed: 1000 }])
})

const TABLE = {
  '9001_rows.sql': `
    create table public.rows (id int primary key, changes int not null default 0);
    insert into public.rows select generate_series(1, 1000);
    create table public.pace (seconds float);
    insert into public.pace values (0.05);`,
}

const ADD_COLUMN = { '9002_column.sql': 'alter table public.rows add column note text;' }

const INDEX = {
  '9003_index.concurrent.sql': 'create index concurrently rows_by_id on public.rows (id);',
}

const SLOW_BACKFILL = `
  with portion as (
    select id from public.rows where id > coalesce($1::int, 0) order by id limit $2
  ), changed as (
    update public.rows set changes = changes + 1 from portion where rows.id = portion.id
  )
  select max(id)::text as next, (select pg_sleep(seconds) from public.pace) from portion`

const HALF_A_MILLISECOND_EACH = `
  with portion as (
    select id from public.rows where id > coalesce($1::int, 0) order by id limit $2
  ), counted as (
    insert into public.portions select max(id), count(*) from portion having count(*) > 0
  )
  select max(id)::text as next, pg_sleep(count(*) * 0.0005) from portion`

async function placeWithRows() {
  const location = await freshLocation()
  if (location.kind !== 'postgres') throw new Error('These tests need a PostgreSQL server')
  await open(location.url, {})

  return { url: location.url, holder: await connect(location.url) }
}

async function open(url: string, files: Record<string, string>, migrating: MigrateOptions = {}) {
  const schema = folderWith({ ...TABLE, ...files })
  const location = { kind: 'postgres' as const, url }
  const db = await openDatabase({ location, schema, clock: machineClock, migrating })
  await db.close()
}

async function connect(url: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())

  return client
}

/** Who may set `deadlock_timeout`, and sees what other logins wait for. */
function asSuperuser(url: string): string {
  const given = inject('database')
  if (given.kind !== 'postgres') throw new Error('These tests need a PostgreSQL server')
  const other = new URL(url)
  other.username = new URL(given.url).username

  return other.href
}

/** Holds the table as a long read does, and says who. */
async function heldBy(holder: pg.Client): Promise<number> {
  await holder.query('begin; select count(*) from public.rows')

  return (await holder.query('select pg_backend_pid() as pid')).rows[0].pid
}

async function migratorsPid(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query(
    `select pid from pg_stat_activity
      where datname = current_database() and application_name like '% migrates %'`,
  )

  return rows[0]?.pid ?? null
}

async function untilWaiting(client: pg.Client, waiting: pg.Client) {
  const pid = Reflect.get(waiting, 'processID')
  await vi.waitFor(async () => {
    const { rows } = await client.query(
      'select wait_event_type as on from pg_stat_activity where pid = $1',
      [pid],
    )
    expect(rows).toEqual([{ on: 'Lock' }])
  }, 5_000)
}

async function sleepers(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'
        and clock_timestamp() - query_start > interval '300 milliseconds'`,
  )

  return rows[0].count
}

async function indexState(client: pg.Client): Promise<boolean | null> {
  const { rows } = await client.query(
    `select indisvalid as is_valid from pg_index where indexrelid = to_regclass('public.rows_by_id')`,
  )

  return rows[0]?.is_valid ?? null
}

type Line = { msg: string; tried?: number }

function logged() {
  const written: string[] = []
  const log = openLog({ level: 'info', destination: { write: (line) => void written.push(line) } })
  const told = ['migration waits for another server', 'migration blocked by a lock']
  const lines = () =>
    written.map((line) => JSON.parse(line) as Line).filter(({ msg }) => told.includes(msg))

  return { log, lines }
}
