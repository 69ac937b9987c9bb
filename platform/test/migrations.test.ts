import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import type { Schema } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { schema } from '#test/databases/folders.ts'
import './databases/given.ts'
import { freshPlace } from './fresh-database.ts'
import { recycledDatabase } from './recycled-database.ts'

test('a migration that fails half-way leaves nothing and names its file and line', async () => {
  const place = await freshPlace()
  const broken = folderWith(
    '9001_broken.sql',
    'create table public.half (id int);\n\ninsert into public.half values (1);\nselect no_such_column from public.half;\n',
  )

  const opening = openDatabase({ place, schema: broken, clock: machineClock })
  await expect(opening).rejects.toThrow(
    'migrations/9001_broken.sql, line 4: column "no_such_column" does not exist',
  )

  const mended = await openDatabase({ place, schema, clock: machineClock })
  const { rows } = await mended.ask(theServer, {
    text: `select to_regclass('public.half') as half`,
  })
  await mended.close()
  expect(rows).toEqual([{ half: null }])
})

test('a file that was changed after it had been applied is refused', async () => {
  const place = await freshPlace()
  const first = folderWith('9001_more.sql', 'create table public.more (id int);')
  const changed = folderWith('9001_more.sql', 'create table public.more (id bigint);')

  const db = await openDatabase({ place, schema: first, clock: machineClock })
  await db.close()

  await expect(openDatabase({ place, schema: changed, clock: machineClock })).rejects.toThrow(
    'migrations/9001_more.sql was changed after it had been applied',
  )
})

test('everything belongs to a login role that is no superuser', async () => {
  const db = await recycledDatabase()

  const { rows } = await db.ask(theServer, {
    text: `select current_user as me, usesuper as is_superuser,
                  (select string_agg(distinct tableowner, ',') from pg_tables
                    where schemaname in ('auth', 'storage', 'storage_private', 'ops', 'public')) = current_user as owns_all
             from pg_user where usename = current_user`,
  })

  const given = inject('database')
  const me = given.kind === 'postgres' ? given.owner : 'test_server'
  expect(rows).toEqual([{ me, is_superuser: false, owns_all: true }])
})

/** The tests' own migrations and one more. */
function folderWith(name: string, text: string): Schema {
  const migrations = mkdtempSync(join(tmpdir(), 'platform-sql-'))
  onTestFinished(() => rmSync(migrations, { recursive: true, force: true }))
  cpSync(schema.migrations ?? '', migrations, { recursive: true })
  writeFileSync(join(migrations, name), text)

  return { ...schema, migrations }
}
