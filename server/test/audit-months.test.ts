import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineClock } from '@app/platform/clock/clock.ts'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { openDatabase } from '@app/platform/db/open.ts'
import { deleteExpired } from '@app/platform/identity/flows/delete-expired.ts'
import { emptyLocation } from '@app/platform/test/fresh-database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { schema } from '#compose/folders.ts'
import { testPeople } from './test-people.ts'

// A database of its own: jobs of other tests make months further ahead.
test('the sign-in log has partitions for three months ahead, and a line beyond them is kept too', async () => {
  const db = await open(await emptyLocation(onTestFinished), schema)
  await script(
    db,
    `insert into auth.audit_log_entries (payload, created_at)
     select json_build_object('action', 'login'), now() + n * interval '1 month' from generate_series(0, 4) as n`,
  )

  const { rows } = await db.ask(theServer, {
    text: `select count(distinct tableoid)::int as tables,
                  count(*) filter (where tableoid = 'ops.audit_log_entries_other'::regclass)::int as beyond
             from auth.audit_log_entries`,
  })
  await db.close()

  expect(rows).toEqual([{ tables: 3, beyond: 1 }])
})

test('a sweep deletes the lines of each partition that are past their time, and no other at the same place', async () => {
  const { db, sql } = await testPeople()
  await sql('delete from auth.audit_log_entries')
  await sql(
    `insert into auth.audit_log_entries (payload, created_at)
     values ('{"action":"old"}', now() - interval '401 days'), ('{"action":"kept"}', now() - interval '399 days'),
            ('{"action":"next"}', now() + interval '100 days'), ('{"action":"far"}', now() + interval '400 days')`,
  )

  await deleteExpired(db)

  expect(await actions(db)).toEqual(['kept', 'next', 'far'])
})

test('months that ended 400 days ago are dropped as a whole, new ones are made, and without any ahead the job fails', async () => {
  const db = await open(await emptyLocation(onTestFinished), schema)
  const written = await partitions(db)
  // As if its lines were older.
  await script(
    db,
    `alter table auth.audit_log_entries detach partition ops.audit_log_entries_past;
     alter table auth.audit_log_entries attach partition ops.audit_log_entries_past
       for values from (minvalue) to ('2020-01-01 00:00+00')`,
  )
  for (const month of written.filter(isMonth)) await script(db, `drop table ops.${month}`)

  await deleteExpired(db)
  const kept = await partitions(db)
  await deleteExpired(db)
  const again = await partitions(db)
  for (const month of kept.filter(isMonth)) await script(db, `drop table ops.${month}`)
  await script(
    db,
    `insert into auth.audit_log_entries (payload, created_at)
     select '{"action":"here"}', now() + n * interval '1 month' from generate_series(0, 3) as n`,
  )
  const failing = deleteExpired(db)

  expect(written).toContain('audit_log_entries_past')
  // This month and three ahead, beside the default one.
  expect(kept.filter(isMonth)).toHaveLength(4)
  expect(kept.filter((name) => !isMonth(name))).toEqual(['audit_log_entries_other'])
  expect(again).toEqual(kept)
  await expect(failing).rejects.toThrow('No partition of auth.audit_log_entries is ahead')
  await db.close()
})

test('a filled log becomes a partition without being rewritten, and all its indexes serve', async () => {
  const location = await emptyLocation(onTestFinished)
  const before = await open(location, schemaBefore('0136'))
  await script(
    before,
    `insert into auth.audit_log_entries (payload, created_at)
     select json_build_object('action', 'login', 'actor_id', n), now() - n * interval '1 hour' from generate_series(1, 500) as n`,
  )
  const file = async (db: Database, table: string) =>
    (await ask(db, `select pg_relation_filenode('${table}')::int as file`))[0]
  const kept = await file(before, 'auth.audit_log_entries')
  await before.close()

  const db = await open(location, schema, { contracts: true })

  expect(await file(db, 'ops.audit_log_entries_past')).toEqual(kept)
  expect(await ask(db, 'select count(*)::int as lines from auth.audit_log_entries')).toEqual([
    { lines: 500 },
  ])
  const [indexes] = await ask(
    db,
    `select count(*)::int as own, count(*) filter (where parent.inhparent is null)::int as alone
       from pg_index left join pg_inherits as parent on parent.inhrelid = indexrelid
      where indrelid = 'ops.audit_log_entries_past'::regclass`,
  )
  expect(indexes).toEqual({ own: 6, alone: 0 })
  await db.close()
})

async function actions(db: Database) {
  const rows = await ask(
    db,
    `select payload ->> 'action' as action from auth.audit_log_entries order by created_at`,
  )
  return rows.map(({ action }) => action)
}

async function partitions(db: Database): Promise<string[]> {
  const rows = await ask(
    db,
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'auth.audit_log_entries'::regclass order by 1`,
  )
  return rows.map(({ name }) => String(name))
}

const isMonth = (name: string) => /_\d{4}_\d\d$/.test(name)

/** The schema as it was before the product's files from this number. */
function schemaBefore(number: string) {
  const migrations = mkdtempSync(join(tmpdir(), 'gitferry-before-'))
  onTestFinished(() => rmSync(migrations, { recursive: true, force: true }))
  const all = schema.migrations ?? ''
  for (const file of readdirSync(all)) {
    if (file < number) copyFileSync(join(all, file), join(migrations, file))
  }
  return { ...schema, migrations }
}

const open = (
  location: Awaited<ReturnType<typeof emptyLocation>>,
  of: typeof schema,
  migrating = {},
) => openDatabase({ location, schema: of, clock: machineClock, migrating })

const ask = async (db: Database, text: string) =>
  (await db.ask<Record<string, unknown>>(theServer, { text })).rows

const script = (db: Database, text: string) => db.script(text)
