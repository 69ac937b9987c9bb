import type { Database } from './database.ts'
import type { Member } from './member.ts'

/** The claims' level is that of the session's row (http/functions/callers.ts). Whoever has set up a second factor must have used it: the same question that row policies ask. */
export async function isAssured(db: Database, member: Member): Promise<boolean> {
  if (member.claims.aal === 'aal2') return true
  const { rows } = await db.ask<{ assured: boolean }>(member, {
    text: 'select auth.is_assured() as assured',
  })

  return rows[0]?.assured ?? false
}
