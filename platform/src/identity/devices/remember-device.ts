import type { AssuranceLevel } from '@app/contract/identity'
import type { Sql } from '#db/database.ts'
import { type Account, hasVerifiedFactor } from '#identity/account.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { deviceHash } from './device.ts'
import { putKnownDevice } from './known-devices-table.ts'

type SignedIn = { account: Account; aal: AssuranceLevel; client: Client }

/** Only a complete sign-in, including the second factor if there is one, makes a device known. */
export async function rememberDevice(
  sql: Sql,
  needs: Pick<Identity, 'clock' | 'digests'>,
  { account, aal, client }: SignedIn,
): Promise<void> {
  if (account.is_anonymous) return
  if (aal === 'aal1' && hasVerifiedFactor(account)) return

  const hash = deviceHash(needs, client)
  await putKnownDevice(sql, { userId: account.id, hash, now: needs.clock.now() })
}
