import type { Database } from '@app/platform/db/database.ts'
import { deleteOutdated } from '@app/platform/db/in-batches.ts'

/** Completed actions are kept longer than refusals, of which there may be many. */
const OUTDATED = [
  `details ? 'refused' and created_at < app.now() - interval '90 days'`,
  `created_at < app.now() - interval '2 years'`,
]

export async function sweepAudit(db: Database): Promise<void> {
  for (const where of OUTDATED) await deleteOutdated(db, { table: 'public.audit_log', where })
}
