import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { openDatabase } from '#db/open.ts'
import { folderWith } from './folder-with.ts'
import { freshLocation } from './fresh-database.ts'
import { ask, openWith } from './open-with.ts'

test('a file that was changed after it had been applied is refused', async () => {
  const location = await freshLocation()
  const first = folderWith({ '9001_more.sql': 'create table public.more (id int);' })
  const changed = folderWith({ '9001_more.sql': 'create table public.more (id bigint);' })

  const db = await openDatabase({ location, schema: first, clock: machineClock })
  await db.close()

  await expect(openDatabase({ location, schema: changed, clock: machineClock })).rejects.toThrow(
    'migrations/9001_more.sql was changed after it had been applied',
  )
})

test('a file that replaces an earlier text is accepted, and its later steps are not run again', async () => {
  const location = await freshLocation()
  const before = 'create table public.more (id int);\ninsert into public.more values (1);\n'
  const replaced = createHash('sha256').update(before).digest('hex')
  const old = await openWith(location, { '9001_more.sql': before })
  // As a release without this column left it.
  await ask(old, `update history.migrations set ran = null where name = 'migrations/9001_more.sql'`)
  await old.close()

  const db = await openWith(location, {
    '9001_more.sql': `-- replaces ${replaced}\ncreate table public.more (id int);\n`,
    '9001_more.2.backfill.sql': `with added as (insert into public.more values (2)) select null::text as next, $1::text, $2::int`,
  })

  expect(await ask(db, 'select id from public.more')).toEqual([{ id: 1 }])
})

test('a replaced file is recorded as the text that older releases know', async () => {
  const location = await freshLocation()
  const older = 'create table public.more (id int);\n'
  const replaced = createHash('sha256').update(older).digest('hex')
  const newer = await openWith(location, {
    '9001_more.sql': `-- replaces ${replaced}\ncreate table public.more (id int, note text);\n`,
    '9001_more.2.sql': `insert into public.more values (1);\n`,
  })
  await newer.close()

  const db = await openWith(location, { '9001_more.sql': older })

  expect(await ask(db, 'select id from public.more')).toEqual([{ id: 1 }])
})

test.each([
  ['9001_rows.2.concurrent.sql', 'drop table public.rows;', 'each statement has to be'],
  ['9001_rows.2.backfill.sql', 'select 1 as one, $1::text, $2::int', 'its column "next"'],
  ['9001_rows.2.backfill.sql', `select 'here' as next, $1::text, $2::int`, 'ended where it began'],
  ['9001_rows.2.backfil.sql', 'select 1;', "is not a migration's name"],
])('%s with "%s" is refused', async (name, text, complaint) => {
  const files = { '9001_rows.sql': 'create table public.rows (id int);', [name]: text }

  await expect(openWith(await freshLocation(), files)).rejects.toThrow(complaint)
})
