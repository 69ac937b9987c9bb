import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import type { Log } from '#log/log.ts'

// An arbitrary number that no other program on the database uses.
const LOCK = 7_448_411
const TRY_EVERY_MS = 300
const LOG_EVERY_MS = 10_000

/**
 * One migrator at a time. Polls instead of waiting in the database, because a waiting statement's snapshot would block `create index
 * concurrently`.
 */
export async function takeMigrationLock(
  client: ClientBase,
  log: Log,
  onWaiting: () => void = () => {},
): Promise<void> {
  const began = performance.now()
  let loggedAt = Number.NEGATIVE_INFINITY

  while (!(await tryLock(client))) {
    const waitedMs = performance.now() - began
    if (waitedMs - loggedAt >= LOG_EVERY_MS) {
      loggedAt = waitedMs
      onWaiting()
      log.info(
        { waitsForS: Math.round(waitedMs / 1000), heldBy: await holder(client) },
        'migration waits for another server',
      )
    }
    await pause(TRY_EVERY_MS)
  }
}

export async function releaseMigrationLock(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [LOCK])
}

async function tryLock(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [LOCK],
  )

  return rows[0]?.taken === true
}

/** Migrators set the current file as their application name. */
async function holder(client: ClientBase): Promise<object | null> {
  const { rows } = await client.query<{ pid: number; application: string; since: Date | null }>(
    `select activity.pid, activity.application_name as application, activity.backend_start as since
       from pg_locks as lock join pg_stat_activity as activity using (pid)
      where lock.locktype = 'advisory' and lock.granted
        and lock.database = (select oid from pg_database where datname = current_database())
        and lock.classid = 0 and lock.objid = $1 and lock.objsubid = 1`,
    [LOCK],
  )

  return rows[0] ?? null
}
