import type { Sql } from '#db/database.ts'

/** What others hold for a person, and what must not outlive the account. */
export type Farewell = {
  /** What strangers hold is ended first: afterwards nobody knows of it. */
  endConnections(userId: string): Promise<unknown>
  /** In the transaction that deletes. */
  endSubscriptions(sql: Sql, userId: string): Promise<void>
}
