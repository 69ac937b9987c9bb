// Over both databases: no other server uses the embedded one.

import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import { waitingContracts } from '#db/migration-history.ts'
import { openMigrated } from '#db/open.ts'
import { otherVersions, reportServer } from '#db/servers-table.ts'
import { folderWith } from './folder-with.ts'
import { emptyLocation, freshLocation } from './fresh-database.ts'
import { ask, openWith } from './open-with.ts'
import { recycledDatabase } from './recycled-database.ts'

const FILES = {
  '9001_words.sql': '-- expand\ncreate table public.words (old text, new text);',
  '9002_old_words.sql': '-- contract\nalter table public.words drop column old;',
  '9003_lengths.sql': '-- expand\nalter table public.words add column length int;',
}
const CONTRACT = 'migrations/9002_old_words.sql'

test('what older servers use is taken away only on demand, whatever follows it', async () => {
  const location = await freshLocation()
  const isShared = inject('database').kind === 'postgres'

  const started = await openWith(location, FILES)
  const before = await columnsOf(started)
  const waiting = await waitingContracts(started, folderWith(FILES))
  await started.close()
  // Commands work beside it.
  const command = await openMigrated({ location, schema: folderWith(FILES), clock: machineClock })
  await command.close()
  const contracted = await openWith(location, FILES, { contracts: true })

  expect(before).toEqual(isShared ? ['old', 'new', 'length'] : ['new', 'length'])
  expect(waiting).toEqual(isShared ? [CONTRACT] : [])
  expect(await columnsOf(contracted)).toEqual(['new', 'length'])
  expect(await waitingContracts(contracted, folderWith(FILES))).toEqual([])
})

test('a new database has everything at once', async () => {
  const db = await openWith(await emptyLocation(), FILES)

  expect(await columnsOf(db)).toEqual(['new', 'length'])
})

test('a mark counts in the first line only', async () => {
  const files = { '9001_words.sql': 'create table public.words (new text);\n-- contract\n' }

  const db = await openWith(await freshLocation(), files)

  expect(await columnsOf(db)).toEqual(['new'])
})

test('servers of other versions are known for an hour', async () => {
  const db = await recycledDatabase()
  const [old, older] = [randomUUID(), randomUUID()]
  await reportServer(db, randomUUID(), '3.0.0')
  await reportServer(db, old, '2.0.0')
  await reportServer(db, older, '1.0.0')
  const age = (id: string, age: string) =>
    ask(db, `update ops.servers set seen_at = now() - interval '${age}' where id = '${id}'`)

  await age(old, '59 minutes')
  await age(older, '61 minutes')

  expect(await otherVersions(db, '3.0.0')).toEqual([
    { version: '2.0.0', servers: 1, seen_at: expect.any(Date) },
  ])
  await reportServer(db, older, '1.0.0')
  expect(await otherVersions(db, '3.0.0')).toHaveLength(2)
  await age(older, '25 hours')
  await reportServer(db, old, '2.0.0')
  expect(await ask(db, `select from ops.servers where id = '${older}'`)).toEqual([])
})

const columnsOf = async (db: Database) =>
  (
    await ask(
      db,
      `select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = 'words' order by ordinal_position`,
    )
  ).map(({ name }) => name)
