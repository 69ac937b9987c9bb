import { inject, onTestFinished } from 'vitest'
import { type Clock, machineClock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { databaseCleaner } from './empty-database.ts'
import { freshPlace } from './fresh-database.ts'

/**
 * A clean database for tests that change rows only. Creating and opening one takes longer than most tests, so one
 * serves all tests of a process and is emptied after each.
 */
export async function recycledDatabase(clock: Clock = machineClock): Promise<Database> {
  testsClock = clock
  shared ??= openShared()
  const { database, clean } = await shared
  onTestFinished(clean)
  return database
}

let shared: ReturnType<typeof openShared> | null = null
let testsClock: Clock = machineClock

// It ends with the process; the global set-up deletes its files.
async function openShared() {
  const place = await freshPlace(() => {})
  const database = await openDatabase({
    clock: currentClock,
    place,
    schema: inject('database').schema,
  })

  return { database: withReadCatalog(database), clean: await databaseCleaner(database) }
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
