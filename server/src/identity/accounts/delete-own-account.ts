import type { DeleteAccountBody } from '@app/contract/account'
import { theServer } from '#db/database.ts'
import { record } from '#identity/audit/record.ts'
import { theOperator } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { spendNonce } from '#identity/passwords/reauthenticate.ts'
import { userOfTokenGone } from '#identity/sessions/errors.ts'
import type { Amr } from '#identity/sessions/sessions-table.ts'
import type { Account } from './account.ts'
import { findAccount } from './accounts-table.ts'
import { confirmationMismatch, proofTooOld } from './errors.ts'
import type { Farewell } from './farewell.ts'
import { deleteUser } from './users-table.ts'

type Speaker = { id: string; claims: Readonly<Record<string, unknown>> }

/** A session that was left open on somebody's desk shall not be enough. */
const FRESH_MS = 60 * 60_000

/**
 * Deletes the account of whoever asks, for good. Everything that refers to it goes with it, and triggers
 * see to what only names it.
 */
export async function deleteOwnAccount(
  needs: Identity & Farewell,
  { id, claims }: Speaker,
  { confirmation, nonce }: DeleteAccountBody,
): Promise<void> {
  const account = await needs.db.as(theServer, (sql) => findAccount(sql, 'id', id))
  if (!account) throw userOfTokenGone()
  if (!isNamed(account, confirmation)) throw confirmationMismatch()
  if (!isFresh(claims, needs.clock.now())) {
    if (!nonce) throw proofTooOld()
    await spendNonce(needs, account, nonce)
  }

  await needs.db.as(theServer, async (sql) => {
    await needs.endConnections(sql, id)
    await needs.endSubscriptions(sql, id)
    await deleteUser(sql, id)
    // That somebody left, not who, and not from where.
    await record(sql, needs, { action: 'user_deleted', actor: {}, client: theOperator })
  })
}

const isNamed = ({ email, phone }: Account, typed: string) =>
  typed.trim().toLowerCase() === (email || phone || '').toLowerCase()

/** The token is ours, so it tells the truth about when its owner last proved himself. */
function isFresh({ amr }: Speaker['claims'], now: Date): boolean {
  const proofs = Array.isArray(amr) ? (amr as Amr[]) : []
  const newest = Math.max(0, ...proofs.map(({ timestamp }) => timestamp))

  return now.getTime() - newest * 1000 < FRESH_MS
}
