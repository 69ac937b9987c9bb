import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@app/platform/db/database.ts'
import { dropLease, takeLease } from '@app/platform/db/leases-table.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { billingUnavailable } from './errors.ts'

const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 400
/** Shorter than a function's time limit. */
const WAIT_LIMIT_MS = 20_000
/** Longer than any call to the provider with all its retries. */
const LEASE_S = 30

/**
 * Runs work with the same name sequentially, across all servers. No transaction is open during the work, because it waits for the payment
 * provider.
 */
export async function oneAtATime<T>(
  db: Database,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const holder = randomUUID()
  await waitForLease(db, name, holder)

  try {
    return await work()
  } finally {
    await dropLease(serverSql(db), { name, holder })
  }
}

async function waitForLease(db: Database, name: string, holder: string): Promise<void> {
  let waitMs = FIRST_PAUSE_MS

  for (let waitedMs = 0; waitedMs < WAIT_LIMIT_MS; waitedMs += waitMs) {
    if (await takeLease(serverSql(db), { name, holder, seconds: LEASE_S })) return
    await pause(waitMs)
    waitMs = Math.min(waitMs * 2, LONGEST_PAUSE_MS)
  }
  throw billingUnavailable(new Error('Another call of this member does not finish'))
}
