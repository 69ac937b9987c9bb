import type { Sql } from '#db/database.ts'
import type { ProviderSignIn } from '#outside/sign-in-provider.ts'
import type { Account } from './account.ts'

/**
 * The product's extensions of identity. Each hook runs in the transaction of its event, under the account's lock, so that both commit or
 * neither does. Longer work is queued as a job.
 */
export type IdentityHooks = {
  /** Called when a session opens, or continues after the account's address changed. */
  sessionOpened(sql: Sql, account: Account): Promise<void>
  /** Called when a provider's sign-in opened a session; its tokens have further uses. */
  providerSignedIn(sql: Sql, account: Account, signIn: ProviderSignIn): Promise<void>
  /** Called when an identity with an avatar was added. */
  avatarOffered(sql: Sql, accountId: string): Promise<void>
  /** Called before the account is deleted, by its owner or an admin. */
  accountDeleting(sql: Sql, accountId: string): Promise<void>
  /** Called after the owner deleted the account; its queued mails are deleted too. */
  accountDeletedByOwner(sql: Sql, account: Account): Promise<void>
}

export const noHooks: IdentityHooks = {
  sessionOpened: async () => {},
  providerSignedIn: async () => {},
  avatarOffered: async () => {},
  accountDeleting: async () => {},
  accountDeletedByOwner: async () => {},
}
