// Over both databases: the embedded engine has one session, and is dumped before it is migrated.

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import { openDatabase, openMigrated } from '#db/open.ts'
import { schema } from '#test/databases/folders.ts'
import { folderWith } from './folder-with.ts'
import { freshLocation } from './fresh-database.ts'
import { loginRole } from './login-role.ts'
import { ask, openWith } from './open-with.ts'
import { recycledDatabase } from './recycled-database.ts'

test('a migration that fails half-way leaves nothing and names its file and line', async () => {
  const location = await freshLocation()
  const broken = folderWith({
    '9001_broken.sql':
      'create table public.half (id int);\n\ninsert into public.half values (1);\nselect no_such_column from public.half;\n',
  })

  const opening = openDatabase({ location, schema: broken, clock: machineClock })
  await expect(opening).rejects.toThrow(
    'migrations/9001_broken.sql, line 4: column "no_such_column" does not exist',
  )

  const mended = await openDatabase({ location, schema, clock: machineClock })
  const { rows } = await mended.ask(theServer, {
    text: `select to_regclass('public.half') as half`,
  })
  await mended.close()
  expect(rows).toEqual([{ half: null }])
})

test('everything belongs to a login role that is no superuser', async () => {
  const db = await recycledDatabase()

  const { rows } = await db.ask(theServer, {
    text: `select current_user as me, usesuper as is_superuser,
                  (select string_agg(distinct tableowner, ',') from pg_tables
                    where schemaname in ('auth', 'storage', 'storage_private', 'ops', 'public')) = current_user as owns_all
             from pg_user where usename = current_user`,
  })

  expect(rows).toEqual([{ me: loginRole(), is_superuser: false, owns_all: true }])
})

test('a backfill changes at most a portion in each of its transactions, and every row once', async () => {
  const db = await openWith(
    await freshLocation(),
    { '9001_rows.sql': ROWS(1001), '9001_rows.2.backfill.sql': DOUBLE },
    { portionRows: 100 },
  )

  const portions = await ask(
    db,
    'select count(*)::int as rows from public.changes group by xact order by 1 desc',
  )

  expect(portions).toEqual([...Array(10).fill({ rows: 100 }), { rows: 1 }])
  expect(
    await ask(db, 'select count(*)::int as rows from public.rows where doubled = 2 * id'),
  ).toEqual([{ rows: 1001 }])
  expect(await ask(db, 'select * from history.backfills')).toEqual([])
})

test('a backfill that failed goes on after its last whole portion', async () => {
  const location = await freshLocation()
  const files = { '9001_rows.sql': ROWS(500), '9001_rows.2.backfill.sql': DOUBLE }
  const poison =
    'create function public.refuse() returns trigger language plpgsql as $$ begin raise exception $x$not now$x$; end $$;'
  const first = openWith(
    location,
    {
      ...files,
      '9001_rows.sql': `${ROWS(500)}\n${poison}\ncreate trigger refuse before update on public.rows for each row when (old.id = 350) execute function public.refuse();`,
    },
    { portionRows: 100 },
  )
  await expect(first).rejects.toThrow('migrations/9001_rows.2.backfill.sql: not now')
  const between = await openWith(location, {})
  await ask(between, 'drop trigger refuse on public.rows')
  await ask(between, `delete from history.migrations where name = 'migrations/9001_rows.sql'`)
  await ask(
    between,
    `insert into history.migrations (name, digest) values ('migrations/9001_rows.sql', '${digest(ROWS(500))}')`,
  )
  await between.close()

  const db = await openWith(location, files, { portionRows: 100 })

  expect(
    await ask(db, 'select id, count(*) from public.changes group by id having count(*) > 1'),
  ).toEqual([])
  expect(
    await ask(db, 'select count(*)::int as rows from public.rows where doubled = 2 * id'),
  ).toEqual([{ rows: 500 }])
})

test('indexes are built outside a transaction, and an invalid one that was left is built again', async () => {
  const location = await freshLocation()
  const table = { '9001_rows.sql': ROWS(100) }
  const first = openWith(location, {
    ...table,
    // Fails after it has left an invalid index, as a killed one does.
    '9001_rows.2.concurrent.sql':
      'create index concurrently rows_a on public.rows (id);\ncreate unique index concurrently rows_b on public.rows (doubled);\n',
  })
  await expect(first).rejects.toThrow('could not create unique index "rows_b"')

  const db = await openWith(location, {
    ...table,
    '9001_rows.2.concurrent.sql':
      '-- Why; with a semicolon.\ncreate index concurrently rows_a on public.rows (id);\ncreate index concurrently rows_b on public.rows (doubled);\n',
  })

  expect(
    await ask(
      db,
      `select indexrelid::regclass::text as name, indisvalid as is_valid, indisunique as is_unique
         from pg_index where indexrelid::regclass::text like 'rows\\__' order by 1`,
    ),
  ).toEqual([
    { name: 'rows_a', is_valid: true, is_unique: false },
    { name: 'rows_b', is_valid: true, is_unique: false },
  ])
})

test('the migrator leaves no setting of its session behind', async () => {
  const db = await openWith(await freshLocation(), { '9001_rows.sql': ROWS(1) })

  const [settings] = await ask(
    db,
    `select current_setting('lock_timeout') as lock_timeout, current_setting('application_name') as name`,
  )

  expect(settings).toEqual({ lock_timeout: '0', name: expect.not.stringContaining('migrate') })
})

test('a database of another version is opened by no program that does not migrate', async () => {
  const location = await freshLocation()
  const options = { location, clock: machineClock }
  const older = folderWith({ '9001_more.sql': 'create table public.more (id int);' })

  await expect(openMigrated({ ...options, schema: older })).rejects.toThrow(
    'The database is of an older version, without migrations/9001_more.sql: start the server of this version once, it migrates.',
  )
  const migrated = await openDatabase({ ...options, schema: older })
  await migrated.close()
  const same = await openMigrated({ ...options, schema: older })
  await same.close()
  await expect(openMigrated({ ...options, schema })).rejects.toThrow(
    'The database is of a newer version, which applied migrations/9001_more.sql: use the commands of that version.',
  )
})

/** Each change is noted with its transaction. */
const ROWS = (count: number) => `
  create table public.rows (id int primary key, doubled int);
  insert into public.rows (id) select generate_series(1, ${count});
  update public.rows set doubled = 0;
  create table public.changes (id int, xact text);
  create function public.note() returns trigger language plpgsql as $$
    begin
      insert into public.changes values (new.id, pg_current_xact_id()::text);
      return null;
    end $$;
  create trigger note after update on public.rows for each row execute function public.note();`

const DOUBLE = `
  with portion as (
    select id from public.rows where id > coalesce($1::int, 0) order by id limit $2
  ), doubled as (
    update public.rows set doubled = 2 * rows.id from portion where rows.id = portion.id
  )
  select max(id)::text as next from portion`

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
