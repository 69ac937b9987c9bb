import { inject, onTestFinished } from 'vitest'
import { type MovableClock, movableClock } from '#clock/clock.ts'
import { type Database, type Sql, theServer } from '#db/database.ts'
import { type DatabasePlace, openMigrated } from '#db/open.ts'
import type { JobKinds } from '#jobs/job-kind.ts'
import { type Jobs, startJobs, type WorkFor } from '#jobs/start-jobs.ts'
import { type Log, openLog } from '#log/log.ts'
import { freshPlace, migratedFolder } from '#test/fresh-database.ts'
import '#test/databases/given.ts'

/** A database, a clock that can be moved, and any number of servers that share both. */
export async function jobServers() {
  const clock = movableClock()
  const { openAnother } = await openPlace(clock)
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
    /** Works on what is sent until the test ends. */
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

async function openPlace(clock: MovableClock) {
  if (inject('database').kind === 'embedded') {
    const db = await openEmbedded(clock)
    return { openAnother: async () => db }
  }

  const place = await freshPlace()
  return {
    openAnother: async () => {
      const db = await open(place, clock)
      onTestFinished(() => db.close())
      return db
    },
  }
}

/** Migrated by the global set-up. */
const open = (place: DatabasePlace, clock: Pick<MovableClock, 'now' | 'offsetMs'>) =>
  openMigrated({ clock, place, schema: inject('database').schema })

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

/** The schema of pg-boss stays: making it anew takes longer than most tests. */
const EMPTY = `
  delete from jobs.job;
  delete from jobs.archive;
  select jobs.delete_queue(name) from jobs.queue;
  truncate ops.mail_outbox`
