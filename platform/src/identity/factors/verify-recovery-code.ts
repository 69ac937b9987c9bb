import type { SessionJson } from '@app/contract/identity'
import type { Sql } from '#db/database.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { OpenSession } from '#identity/sessions/open-session.ts'
import { amrMethodOf, recoveryCodesOf } from './account-factors.ts'
import { recoveryCodesLocked, wrongRecoveryCode } from './errors.ts'
import { type FactorOwner, lockOwner } from './factor-owner.ts'
import { deleteGuesses } from './guesses-table.ts'
import { attemptToRaise, raiseSession } from './raise-session.ts'
import { hashesOfTyped } from './recovery-code.ts'
import { spendCode } from './recovery-codes-table.ts'
import { countWrongCode, refuseLocked } from './wrong-codes.ts'

/** Raises the session to aal2 for a recovery code. An account without codes and a wrong code get the same answer. */
export async function verifyRecoveryCode(
  needs: Identity,
  owner: FactorOwner,
  code: string,
  client: Client,
): Promise<SessionJson> {
  return attemptToRaise(needs, {
    event: { actor: owner.account, client, traits: { factor_type: 'recovery_code' } },
    verify: (sql) => verify(sql, needs, { owner, code, client }),
    wrongCode: wrongRecoveryCode,
  })
}

type Attempt = { owner: FactorOwner; code: string; client: Client }

/** Returns null for a wrong code. */
async function verify(
  sql: Sql,
  needs: Identity,
  { owner, code, client }: Attempt,
): Promise<OpenSession | null> {
  const now = needs.clock.now()
  const { account } = await lockOwner(sql, needs, owner)
  const guessedAt = { userId: account.id, factorType: 'recovery_code' } as const
  await refuseLocked(sql, now, guessedAt, recoveryCodesLocked)

  const factor = recoveryCodesOf(account)
  const hashes = hashesOfTyped(needs, code)
  if (!factor || !(await spendCode(sql, now, { factorId: factor.id, hashes }))) {
    await countWrongCode(sql, now, guessedAt)
    return null
  }
  await deleteGuesses(sql, guessedAt)

  return raiseSession(sql, needs, {
    account: await loadAccount(sql, account.id),
    sessionId: owner.session.id,
    factorId: factor.id,
    method: amrMethodOf.recovery_code,
    client,
  })
}
