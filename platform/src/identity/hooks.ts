import type { Sql } from '#db/database.ts'
import type { Account } from './account.ts'

/**
 * What a product adds to identity. Each hook runs in the transaction of what it is told about, while the account is
 * locked, so that both are there or neither is: what takes longer is sent as a job.
 */
export type IdentityHooks = {
  /** A session was opened, or continues after the account got another address. */
  sessionOpened(sql: Sql, account: Account): Promise<void>
  /** An identity with a picture was added. */
  pictureOffered(sql: Sql, accountId: string): Promise<void>
  /** The account is about to be deleted, by its owner or an admin. */
  accountDeleting(sql: Sql, accountId: string): Promise<void>
  /** Its owner has deleted it; what else was on its way to them is gone too. */
  accountDeletedByOwner(sql: Sql, account: Account): Promise<void>
}

export const noHooks: IdentityHooks = {
  sessionOpened: async () => {},
  pictureOffered: async () => {},
  accountDeleting: async () => {},
  accountDeletedByOwner: async () => {},
}
