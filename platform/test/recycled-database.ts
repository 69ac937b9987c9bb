import { inject, onTestFinished } from 'vitest'
import { type Clock, machineClock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { databaseCleaner } from './empty-database.ts'
import { type AtEnd, freshLocation, openLocation } from './fresh-database.ts'

/**
 * A clean database for tests that change rows only. Creating one takes longer than most tests, so one serves a process.
 * It is emptied after each test, or after a file whose tests share a server.
 */
export async function recycledDatabase(
  clock: Clock = machineClock,
  atEnd: AtEnd = onTestFinished,
): Promise<Database> {
  if (isHeldByFile) throw new Error('This file has the database: what a test leaves stays in it')
  isHeldByFile = atEnd !== onTestFinished
  testsClock = clock
  const { database, clean } = await opened()
  atEnd(async () => {
    isHeldByFile = false
    await clean()
  })
  return database
}

/** The same as servers on several machines would use it: over PostgreSQL each has a pool. */
export async function recycledDatabases(
  count: number,
  clock: Clock | undefined,
  atEnd: AtEnd,
): Promise<Database[]> {
  const first = await recycledDatabase(clock, atEnd)
  const { location } = await opened()
  const another = () =>
    location.kind === 'postgres' ? openLocation(location, atEnd, clock ? { clock } : {}) : first

  return [first, ...(await Promise.all(Array.from({ length: count - 1 }, another)))]
}

/** Within a test that goes on with new rows. */
export async function emptyRecycledDatabase(): Promise<void> {
  const { clean } = await opened()
  await clean()
}

let isHeldByFile = false
function opened() {
  shared ??= openShared()
  return shared
}

let shared: ReturnType<typeof openShared> | null = null
let testsClock: Clock = machineClock

// It ends with the process; the global set-up deletes its files.
async function openShared() {
  const given = inject('database')
  const location = await freshLocation(() => {})
  const database = await openDatabase({ clock: currentClock, location, schema: given.schema })
  const superuser = given.kind === 'postgres' ? given.url : null
  const clean = await databaseCleaner(database, location, superuser)

  return { location, database: withReadCatalog(database), clean }
}

/** Every server reads the catalog at its start, which takes longer than most tests. Here it stays as it is. */
function withReadCatalog(database: Database): Database {
  const read = new Map<string, ReturnType<Database['askAll']>>()
  const askAll: Database['askAll'] = (caller, statements, options = {}) => {
    if (options.settings?.search_path !== '') return database.askAll(caller, statements, options)
    const key = JSON.stringify(statements)
    const known = read.get(key) ?? database.askAll(caller, statements, options)
    read.set(key, known)

    return known
  }

  return { ...database, askAll }
}

/** The current test's database. */
const currentClock: Clock = {
  now: () => testsClock.now(),
  offsetMs: () => testsClock.offsetMs(),
}
