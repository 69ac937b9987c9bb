import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineClock } from '@app/platform/clock/clock.ts'
import { theServer } from '@app/platform/db/database.ts'
import { openDatabase } from '@app/platform/db/open.ts'
import { expect, onTestFinished, test } from 'vitest'
import { SQL_FOLDER } from '#test/databases/folders.ts'
import { freshDatabase, freshPlace } from './fresh-database.ts'

test('a migration that fails half-way leaves nothing and names its file and line', async () => {
  const place = await freshPlace()
  const broken = folderWith(
    '9001_broken.sql',
    'create table public.half (id int);\n\ninsert into public.half values (1);\nselect no_such_column from public.half;\n',
  )

  const opening = openDatabase({ place, sqlFolder: broken, clock: machineClock })
  await expect(opening).rejects.toThrow(
    'database/migrations/9001_broken.sql, line 4: column "no_such_column" does not exist',
  )

  const mended = await openDatabase({ place, sqlFolder: SQL_FOLDER, clock: machineClock })
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

  const db = await openDatabase({ place, sqlFolder: first, clock: machineClock })
  await db.close()

  await expect(openDatabase({ place, sqlFolder: changed, clock: machineClock })).rejects.toThrow(
    'database/migrations/9001_more.sql was changed after it had been applied',
  )
})

test('everything belongs to a login role that is no superuser', async () => {
  const db = await freshDatabase()

  const { rows } = await db.ask(theServer, {
    text: `select current_user as me, usesuper as is_superuser,
                  (select string_agg(distinct tableowner, ',') from pg_tables
                    where schemaname in ('auth', 'storage', 'storage_private', 'ops', 'public')) as owners
             from pg_user where usename = current_user`,
  })

  expect(rows).toEqual([{ me: 'gitferry_server', is_superuser: false, owners: 'gitferry_server' }])
})

function folderWith(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-sql-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(SQL_FOLDER, folder, { recursive: true })
  writeFileSync(join(folder, 'migrations', name), text)

  return folder
}
