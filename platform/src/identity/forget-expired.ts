import type { Database } from '#db/database.ts'
import { deleteOutdated } from '#db/in-batches.ts'
import { OLD_DEVICES } from '#identity/devices/known-devices-table.ts'

// Days after they could last be of use, so that whoever looks into a complaint still finds them.
const OUTDATED = [
  { table: 'auth.flow_state', where: `created_at < ops.now() - interval '7 days'` },
  { table: 'auth.one_time_tokens', where: `created_at < ops.now() - interval '7 days'` },
  { table: 'auth.sessions', where: `not_after < ops.now() - interval '7 days'` },
  OLD_DEVICES,
]

/** Sign-ins that were begun and never finished, codes nobody used, sessions that ended by themselves. */
export async function forgetExpired(db: Database): Promise<void> {
  for (const outdated of OUTDATED) await deleteOutdated(db, outdated)
}
