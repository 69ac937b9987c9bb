import type { Sql } from '#db/database.ts'
import type { Account, FactorRow } from '#identity/account.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { OpenSession } from '#identity/sessions/open-session.ts'
import { amrMethodOf } from './account-factors.ts'
import { useChallenge } from './challenges-table.ts'
import { deleteUnverified } from './factors-table.ts'
import { deleteGuesses, type GuessedAt } from './guesses-table.ts'
import { notifyEnrolled } from './notices.ts'
import { raiseSession } from './raise-session.ts'

type Proven = {
  account: Account
  /** As it was before this proof, which may have verified it. */
  factor: FactorRow
  guessedAt: GuessedAt
  challengeId: string
  sessionId: string
  client: Client
}

/** Raises the session once the factor has been proven and stored as verified. */
export async function raiseByFactor(
  sql: Sql,
  needs: Identity,
  { account, factor, guessedAt, challengeId, sessionId, client }: Proven,
): Promise<OpenSession> {
  await deleteGuesses(sql, guessedAt)
  await useChallenge(sql, needs.clock.now(), challengeId)
  await deleteUnverified(sql, account.id, factor.factor_type)
  if (factor.status === 'unverified') await notifyEnrolled(sql, needs, account, factor)

  return raiseSession(sql, needs, {
    account: await loadAccount(sql, account.id),
    sessionId,
    factorId: factor.id,
    method: amrMethodOf[factor.factor_type],
    client,
  })
}
