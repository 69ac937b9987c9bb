import { inject, onTestFinished } from 'vitest'
import { type MovableClock, movableClock } from '#clock/clock.ts'
import { type Database, type Sql, theServer } from '#db/database.ts'
import { type DatabaseLocation, openMigrated } from '#db/open.ts'
import type { JobKinds } from '#jobs/job-kind.ts'
import { type Jobs, startJobs, type WorkFor } from '#jobs/start-jobs.ts'
import { type Log, openLog } from '#log/log.ts'
import { freshLocation, migratedFolder } from '#test/fresh-database.ts'
import '#test/databases/given.ts'

/** A database, a clock that can be moved, and any number of servers that share both. */
export async function jobServers() {
  const clock = movableClock()
  const { openAnother } = await openLocation(clock)
  const db = await openAnother()
  const logged: string[] = []
  const log: Log = openLog({ level: 'info', destination: { write: (line) => logged.push(line) } })

  return {
    db,
    clock,
    log,
    logged,
    /** One transaction of the server's. */
    within: <T>(work: (sql: Sql) => Promise<T>): Promise<T> => db.as(theServer, work),
    /** As many connections to the database as a server of its own has. */
    openAnother,
    /** Runs the jobs that are sent, until the test ends. */
    startServer: async <Kinds extends JobKinds>(
      kinds: Kinds,
      work: Partial<WorkFor<Kinds>>,
    ): Promise<Jobs> => {
      const jobs = await startJobs({ db: await openAnother(), clock, log, kinds, work })
      onTestFinished(() => jobs.stop(0))
      await jobs.begin()
      return jobs
    },
  }
}

async function openLocation(clock: MovableClock) {
  if (inject('database').kind === 'embedded') {
    const db = await openEmbedded(clock)
    return { openAnother: async () => db }
  }

  const location = await freshLocation()
  return {
    openAnother: async () => {
      const db = await open(location, clock)
      onTestFinished(() => db.close())
      return db
    },
  }
}

/** Migrated by the global set-up. */
const open = (location: DatabaseLocation, clock: Pick<MovableClock, 'now' | 'offsetMs'>) =>
  openMigrated({ clock, location, schema: inject('database').schema })

// Opening one takes seconds: all tests of a file share it, each with a clock of its own.
let embedded: Promise<Database> | null = null
let clockOfTest = movableClock()

async function openEmbedded(clock: MovableClock): Promise<Database> {
  clockOfTest = clock
  embedded ??= open(migratedFolder(), {
    now: () => clockOfTest.now(),
    offsetMs: () => clockOfTest.offsetMs(),
  })
  const db = await embedded

  onTestFinished(() => db.script(EMPTY))
  return db
}

const EMPTY = 'truncate ops.jobs, ops.mail_outbox, ops.leases'
