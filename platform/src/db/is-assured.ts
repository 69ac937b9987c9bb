import type { Database } from './database.ts'
import type { Member } from './member.ts'

/**
 * Members with a second factor must have used it, as row policies require. The claims' level is the session's own
 * (http/functions/callers.ts).
 */
export async function isAssured(db: Database, member: Member): Promise<boolean> {
  if (member.claims.aal === 'aal2') return true
  const { rows } = await db.ask<{ assured: boolean }>(member, {
    text: 'select auth.is_assured() as assured',
  })

  return rows[0]?.assured ?? false
}
