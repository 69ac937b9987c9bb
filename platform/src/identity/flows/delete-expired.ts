import { type Database, theServer } from '#db/database.ts'
import { deleteOutdated } from '#db/in-batches.ts'
import { OLD_DEVICES } from '#identity/devices/known-devices-table.ts'

// Kept for some days after they expire, for investigating complaints.
const OUTDATED = [
  { table: 'auth.flow_state', where: `created_at < ops.now() - interval '7 days'` },
  { table: 'auth.one_time_tokens', where: `created_at < ops.now() - interval '7 days'` },
  { table: 'auth.sessions', where: `not_after < ops.now() - interval '7 days'` },
  // An expired challenge is refused by its own date.
  { table: 'auth.webauthn_challenges', where: `expires_at < ops.now() - interval '1 day'` },
  { table: 'auth.oauth_authorizations', where: `created_at < ops.now() - interval '7 days'` },
  // Anybody may register one; those that nobody ever allowed anything would fill the table.
  {
    table: 'auth.oauth_clients',
    where: `registration_type = 'dynamic' and created_at < ops.now() - interval '30 days'
            and not exists (select from auth.oauth_consents as consent where consent.client_id = oauth_clients.id)`,
  },
  { table: 'auth.saml_flows', where: `created_at < ops.now() - interval '1 day'` },
  { table: 'auth.saml_tests', where: `created_at < ops.now() - interval '1 day'` },
  { table: 'auth.saml_assertions', where: `usable_until < ops.now()` },
  OLD_DEVICES,
  // Failed sign-ins by anybody can fill it, and members get their own entries in exports.
  { table: 'auth.audit_log_entries', where: `created_at < ops.now() - interval '400 days'` },
]

const KEEP_MONTHS = `select ops.keep_months('auth.audit_log_entries', interval '400 days')`

/** Deletes unfinished sign-ins, unused codes, expired sessions, old devices and old audit entries. Fails without room for next month's. */
export async function deleteExpired(db: Database): Promise<void> {
  try {
    await db.ask(theServer, { text: KEEP_MONTHS })
  } finally {
    for (const outdated of OUTDATED) await deleteOutdated(db, outdated)
  }
}
