import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import { dumpBeforeMigration, dumpIfDue, restoreDump, scheduleDumps, writeDump } from '#db/dumps.ts'
import { type EmbeddedDatabase, openEmbedded } from '#db/embedded.ts'
import { lockFolder } from '#db/folder-lock.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { openLog } from '#log/log.ts'
import { schema } from '#test/databases/folders.ts'
import { folderWith } from '#test/folder-with.ts'
import { embeddedLocation, migratedFolder } from '#test/fresh-database.ts'
import { runWriter } from '#test/programs/run-writer.ts'

const DAY_MS = 86_400_000

test('a second process on the same folder is refused and told who holds it', async () => {
  const location = migratedFolder()
  const writer = await runWriter(location, 1)

  await expect(open(location)).rejects.toThrow(
    `The data folder ${location.dataDir} is in use by process ${writer.pid}.`,
  )
})

test("a dead holder's lock is taken over", async () => {
  const location = migratedFolder()
  const writer = await runWriter(location, 1)
  await writer.kill()

  const db = await open(location)

  expect(() => lockFolder(location.dataDir)).toThrow(`is in use by process ${process.pid}`)
  await db.close()
  lockFolder(location.dataDir)()
})

test('a lock whose number another process has got since is taken over', () => {
  const { dataDir } = embeddedLocation()
  writeFileSync(join(dataDir, 'lock.json'), JSON.stringify({ pid: process.pid, started: '1' }))

  const unlock = lockFolder(dataDir)

  expect(() => lockFolder(dataDir)).toThrow('is in use by process')
  unlock()
})

test('a first start that was cut short begins anew', async () => {
  const location = embeddedLocation()
  mkdirSync(join(location.dataDir, 'postgres'))
  writeFileSync(join(location.dataDir, 'postgres', 'PG_VERSION'), 'half')
  writeFileSync(join(location.dataDir, 'postgres.unfinished'), '')

  const db = await open(location)
  onTestFinished(() => db.close())

  await db.ping()
})

test('a dump is put back whole, and what was there is kept', async () => {
  const location = migratedFolder()
  const db = await open(location)
  await setNote(db, 'before')
  const dump = await writeDump({
    app: 'test',
    database: db,
    dataDir: location.dataDir,
    clock: machineClock,
  })
  await setNote(db, 'after')
  await db.close()

  const { kept } = await restoreDump(location.dataDir, dump)
  const restored = await open(location)
  onTestFinished(() => restored.close())

  expect(await note(restored)).toBe('before')
  expect(kept).toMatch(/postgres\.before-restore-\d+$/)
})

test('a file that is no dump replaces nothing', async () => {
  const location = migratedFolder()
  const db = await open(location)
  await setNote(db, 'kept')
  await db.close()
  const nonsense = join(location.dataDir, 'nonsense.tar.gz')
  writeFileSync(nonsense, 'nonsense')

  await expect(restoreDump(location.dataDir, nonsense)).rejects.toThrow('is not a dump')
  const same = await open(location)
  onTestFinished(() => same.close())

  expect(await note(same)).toBe('kept')
})

test('only a week of dumps is kept', async () => {
  const { dataDir } = embeddedLocation()

  for (let day = 1; day <= 9; day++) {
    const clock = { now: () => new Date(Date.UTC(2026, 0, day)), offsetMs: () => 0 }
    await writeDump({ app: 'test', database: dumping(), dataDir, clock })
  }

  const names = readdirSync(join(dataDir, 'dumps')).sort()
  expect(names).toHaveLength(7)
  expect(names[0]).toContain('2026-01-03')
})

test.each([
  ['none, and the database is new', null, 0, 0],
  ['none, and the database is a day old', null, DAY_MS, 1],
  ['one of this morning', -DAY_MS / 3, 0, 0],
  ['one of yesterday', -DAY_MS, 0, 1],
])(
  'with %s a look for a due dump writes what is missing',
  async (_what, dumpedMs, movedMs, expected) => {
    const { dataDir } = embeddedLocation()
    mkdirSync(join(dataDir, 'postgres'))
    const dumps = join(dataDir, 'dumps')
    mkdirSync(dumps)
    const at = (ms: number) => new Date(Date.now() + ms)
    if (dumpedMs !== null) {
      const stamp = at(dumpedMs).toISOString().replaceAll(':', '-')
      writeFileSync(join(dumps, `test-${stamp}.tar.gz`), '')
    }
    const before = readdirSync(dumps).length
    const clock = { now: () => at(movedMs + 1000), offsetMs: () => movedMs }

    await dumpIfDue({ app: 'test', database: dumping(), dataDir, clock })

    expect(readdirSync(dumps).length - before).toBe(expected)
  },
)

test('a server that was off for a day dumps soon after its start, not an hour later', async () => {
  const { dataDir } = embeddedLocation()
  mkdirSync(join(dataDir, 'postgres'))
  const clock = { now: () => new Date(Date.now() + 2 * DAY_MS), offsetMs: () => 2 * DAY_MS }
  const log = openLog({ level: 'error', destination: { write: () => {} } })

  await new Promise<void>((dumped) => {
    const stop = scheduleDumps({ app: 'test', database: dumping(dumped), dataDir, clock, log }, 0)
    onTestFinished(stop)
  })
})

test('a database is dumped before it is migrated, and can be put back', async () => {
  const location = migratedFolder()
  const first = await open(location)
  await setNote(first, 'before')
  await first.close()
  const newer = folderWith({
    '9001_more.sql': `update ops.app_settings set value = '"after"' where key = 'note';`,
    '9002_broken.sql': 'select 1 / 0;',
  })
  const mended = folderWith({
    '9001_more.sql': `update ops.app_settings set value = '"after"' where key = 'note';`,
    '9002_broken.sql': 'select 1;',
  })

  await expect(openDatabase({ location, schema: newer, clock: machineClock })).rejects.toThrow(
    'zero',
  )
  const migrated = await openDatabase({ location, schema: mended, clock: machineClock })
  await migrated.close()

  // The second attempt continues the first one, and does not dump a half-migrated database.
  const dumps = readdirSync(join(location.dataDir, 'dumps'))
  expect(dumps).toEqual([expect.stringMatching(/^test-before-migration-\d{4}-.+Z\.tar\.gz$/)])
  await restoreDump(location.dataDir, join(location.dataDir, 'dumps', dumps[0] ?? ''))
  const restored = await open(location)
  onTestFinished(() => restored.close())
  expect(await note(restored)).toBe('before')
})

test('a new database is not dumped, and one that cannot be dumped is not migrated', async () => {
  const location = embeddedLocation()
  const first = await open(location)
  await first.close()
  const newer = folderWith({ '9001_more.sql': 'create table public.more ();' })

  expect(readdirSync(location.dataDir)).not.toContain('dumps')
  writeFileSync(join(location.dataDir, 'dumps'), 'in the way')
  await expect(openDatabase({ location, schema: newer, clock: machineClock })).rejects.toThrow(
    'The database is not migrated, because it could not be dumped first',
  )

  const again = await open(location)
  onTestFinished(() => again.close())
  const { rows } = await again.ask(theServer, { text: `select to_regclass('public.more') as more` })
  expect(rows).toEqual([{ more: null }])
})

test('dumps from before migrations are not counted among the daily ones', async () => {
  const { dataDir } = embeddedLocation()
  const at = (day: number) => {
    const now = new Date(Date.UTC(2026, 0, day))
    return {
      app: 'test',
      database: dumping(),
      dataDir,
      clock: { now: () => now, offsetMs: () => 0 },
    }
  }

  for (let day = 1; day <= 5; day++) await dumpBeforeMigration(at(day))
  for (let day = 1; day <= 9; day++) await writeDump(at(day))

  const dumps = readdirSync(join(dataDir, 'dumps')).sort()
  expect(dumps.filter((name) => name.startsWith('test-2026'))).toHaveLength(7)
  expect(dumps.filter((name) => name.startsWith('test-before-migration-2026-01-0'))).toEqual([
    expect.stringContaining('-03T'),
    expect.stringContaining('-04T'),
    expect.stringContaining('-05T'),
  ])
})

const dumping = (dumped: () => void = () => {}) => {
  const dump = async () => {
    dumped()
    return new Uint8Array([1])
  }
  return { dump } as unknown as EmbeddedDatabase
}

async function open({ dataDir, image }: ReturnType<typeof embeddedLocation>) {
  return openEmbedded({
    app: schema.app,
    dataDir,
    image,
    clock: machineClock,
    statementLimitMs: 10_000,
    prepare: async (client) =>
      void (await migrate({ client, connectAside: null, dump: null }, schema)),
  })
}

const setNote = (db: EmbeddedDatabase, text: string) =>
  db.ask(theServer, {
    text: `insert into ops.app_settings (key, value) values ('note', to_jsonb($1::text))
           on conflict (key) do update set value = excluded.value`,
    values: [text],
  })

const note = async (db: EmbeddedDatabase) =>
  (await db.ask(theServer, { text: `select value from ops.app_settings where key = 'note'` }))
    .rows[0]?.value
