import type { AssuranceLevel } from '@app/contract/identity'
import type { Sql } from '#db/database.ts'
import { type Account, hasVerifiedFactor } from '#identity/account.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { networkOf } from '#limits/network.ts'
import { putKnownDevice } from './known-devices-table.ts'

type Needs = Pick<Identity, 'digests'>

const PURPOSE = 'known device'

/** A device is a network and a user agent. Only its keyed digest is stored. */
export const deviceHash = ({ digests }: Needs, client: Client): string =>
  digests.digest(describe(client), PURPOSE)

/** Digests under every key, so that devices stay known after a key rotation. */
export const deviceHashes = ({ digests }: Needs, client: Client): string[] =>
  digests.candidates(describe(client), PURPOSE)

/** Browsers update every few weeks, so versions are ignored and the device stays the same. */
const describe = ({ address, userAgent }: Client) =>
  `${networkOf(address)}|${userAgent.replace(/[\d._]+/g, '')}`

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
