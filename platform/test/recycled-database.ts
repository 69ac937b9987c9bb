import { type Clock, machineClock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import { openDatabase } from '@app/platform/db/open.ts'
import { onTestFinished } from 'vitest'
import { SQL_FOLDER } from '#test/databases/folders.ts'
import { makeBroom } from './empty-database.ts'
import { freshPlace } from './fresh-database.ts'

/**
 * As good as fresh for tests that change rows only. Making a database, opening it and learning its
 * tables takes longer than most tests do, so one serves all tests of a process and is emptied after each.
 */
export async function recycledDatabase(clock: Clock = machineClock): Promise<Database> {
  testsClock = clock
  shared ??= openShared()
  const { database, broom } = await shared
  onTestFinished(broom)
  return database
}

let shared: ReturnType<typeof openShared> | null = null
let testsClock: Clock = machineClock

// It ends with the process, and what lies on the disk with the set-up.
async function openShared() {
  const place = await freshPlace(() => {})
  const database = await openDatabase({ clock: whicheverClock, place, sqlFolder: SQL_FOLDER })

  return { database, broom: await makeBroom(database) }
}

/** The one that the test at work has brought. */
const whicheverClock: Clock = {
  now: () => testsClock.now(),
  offsetMs: () => testsClock.offsetMs(),
}
