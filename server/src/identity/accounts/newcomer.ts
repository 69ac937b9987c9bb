import type { Metadata } from '@app/contract/identity'
import type { Sql } from '#db/database.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { mailCode, type WayBack } from '#identity/one-time/mail-code.ts'
import type { Account } from './account.ts'
import { createAccount } from './create-account.ts'

/** Somebody who came by himself, by sign-up or by asking for a link. */
export const createNewcomer = (
  sql: Sql,
  needs: Identity,
  { email, data }: { email: string; data: Metadata },
  passwordHash: string | null,
): Promise<Account> => createAccount(sql, needs, { email, data, passwordHash, withFacts: true })

/** Asks him whether the address is his. */
export async function mailConfirmation(
  sql: Sql,
  needs: Identity,
  account: Account,
  { wayBack, client }: { wayBack: WayBack; client: Client },
): Promise<void> {
  const address = account.email ?? ''

  await mailCode(sql, needs, { account, kind: 'signup', address, wayBack })
  await record(sql, needs, { action: 'user_confirmation_requested', actor: account, client })
}
