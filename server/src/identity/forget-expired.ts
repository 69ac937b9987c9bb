import { type Database, theServer } from '#db/database.ts'
import { FORGET_OLD_DEVICES } from '#identity/devices/known-devices-table.ts'

// Days after they could last be of use, so that whoever looks into a complaint still finds them.
const FORGET = [
  `delete from auth.flow_state where created_at < ops.now() - interval '7 days'`,
  `delete from auth.one_time_tokens where created_at < ops.now() - interval '7 days'`,
  `delete from auth.sessions where not_after < ops.now() - interval '7 days'`,
  FORGET_OLD_DEVICES,
]

/** Sign-ins that were begun and never finished, codes nobody used, sessions that ended by themselves. */
export async function forgetExpired(db: Database): Promise<void> {
  for (const text of FORGET) await db.ask(theServer, { text })
}
