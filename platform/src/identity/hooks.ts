import type { Sql } from '#db/database.ts'
import type { ProviderSignIn } from '#outside/sign-in-provider.ts'
import type { Account } from './account.ts'

/**
 * What a product adds to identity. Each hook runs in the transaction of its event, under the account's lock, so that
 * both commit or neither does. Longer work is queued as a job.
 */
export type IdentityHooks = {
  /** A session was opened, or continues after the account got another address. */
  sessionOpened(sql: Sql, account: Account): Promise<void>
  /** A session was opened by a provider's sign-in, whose tokens are worth more than signing in. */
  providerSignedIn(sql: Sql, account: Account, signIn: ProviderSignIn): Promise<void>
  /** An identity with an avatar was added. */
  avatarOffered(sql: Sql, accountId: string): Promise<void>
  /** The account is about to be deleted, by its owner or an admin. */
  accountDeleting(sql: Sql, accountId: string): Promise<void>
  /** The owner has deleted the account; its queued mails are deleted too. */
  accountDeletedByOwner(sql: Sql, account: Account): Promise<void>
}

export const noHooks: IdentityHooks = {
  sessionOpened: async () => {},
  providerSignedIn: async () => {},
  avatarOffered: async () => {},
  accountDeleting: async () => {},
  accountDeletedByOwner: async () => {},
}
