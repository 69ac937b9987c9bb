import { inject, onTestFinished } from 'vitest'
import { type Clock, machineClock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { databaseCleaner } from './empty-database.ts'
import { freshPlace } from './fresh-database.ts'

/**
 * As good as fresh for tests that change rows only. Making a database, opening it and learning its
 * tables takes longer than most tests do, so one serves all tests of a process and is emptied after each.
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

// It ends with the process, and what lies on the disk with the set-up.
async function openShared() {
  const place = await freshPlace(() => {})
  const database = await openDatabase({
    clock: currentClock,
    place,
    schema: inject('database').schema,
  })

  return { database, clean: await databaseCleaner(database) }
}

/** The one that the test at work has brought. */
const currentClock: Clock = {
  now: () => testsClock.now(),
  offsetMs: () => testsClock.offsetMs(),
}
