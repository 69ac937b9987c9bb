import type { Sql } from '@app/platform/db/database.ts'
import { recordProductEvent } from '#product-events/record-product-event.ts'
import { deleteRevocations } from './events-table.ts'

/** In the transaction that stores a connection, however it was made: GitHub's next revocation counts for it. */
export async function noteConnected(
  sql: Sql,
  { userId, githubUserId }: { userId: string; githubUserId: number },
): Promise<void> {
  await deleteRevocations(sql, githubUserId)
  await recordProductEvent(sql, 'github_connected', userId)
}
