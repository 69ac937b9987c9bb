import { theServer } from '#db/database.ts'
import { proofTooOld } from '#identity/accounts/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { type Authorised, authorise, type SignedIn } from '#identity/sessions/authorise.ts'
import { spendNonce } from './reauthenticate.ts'

/** An unattended session must not suffice for irreversible actions. */
const FRESH_MS = 60 * 60_000

/** Requires a recent authentication of the session, or the digits of a mail. */
export async function requireFreshProof(
  needs: Identity,
  signedIn: SignedIn,
  nonce: string | undefined,
): Promise<void> {
  const authorised = await needs.db.as(theServer, (sql) => authorise(sql, needs, signedIn))
  if (isFresh(authorised, needs.clock.now())) return

  if (!nonce) throw proofTooOld()
  await spendNonce(needs, signedIn, nonce)
}

function isFresh({ session }: Authorised, now: Date): boolean {
  const newest = Math.max(0, ...(session?.amr ?? []).map(({ timestamp }) => timestamp))

  return now.getTime() - newest * 1000 < FRESH_MS
}
