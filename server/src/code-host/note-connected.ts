import type { Sql } from '@app/platform/db/database.ts'
import { recordProductEvent } from '#product-events/record-product-event.ts'
import { deleteRevocations } from './events-table.ts'

/** Runs in every transaction that stores a connection, so that GitHub's next revocation applies to it. */
export async function noteConnected(
  sql: Sql,
  { userId, githubUserId }: { userId: string; githubUserId: number },
): Promise<void> {
  await deleteRevocations(sql, githubUserId)
  await recordProductEvent(sql, 'github_connected', userId)
}
