import { inBatches } from '@app/platform/db/in-batches.ts'
import { deleteOldLeases } from '@app/platform/db/leases-table.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { Billing } from '#billing/billing.ts'
import { deleteOldCheckouts } from '#billing/checkouts-table.ts'
import { deleteOldEvents } from '#billing/events/events-table.ts'
import { deleteOldReconciliations } from './reconciliations-table.ts'

/** Deletes outdated data: old events, links that were never paid, results of old comparisons. */
export async function sweepBilling({ db }: Pick<Billing, 'db'>): Promise<void> {
  await deleteOldEvents(db)
  await inBatches(db, deleteOldCheckouts)
  await deleteOldReconciliations(serverSql(db))
  await deleteOldLeases(serverSql(db))
}
