import type { Sql } from '#db/database.ts'

/**
 * What others hold for a person, and what must not outlive the account. Ended in the transaction that deletes it:
 * strangers are told by jobs, so that nobody waits for them.
 */
export type Farewell = {
  endConnections(sql: Sql, userId: string): Promise<void>
  endSubscriptions(sql: Sql, userId: string): Promise<void>
}
