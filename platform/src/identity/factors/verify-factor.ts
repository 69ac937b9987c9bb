import type { SessionJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { OpenSession } from '#identity/sessions/open-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'
import { amrMethodOf } from './account-factors.ts'
import { answerableFactor } from './answerable-factor.ts'
import { checkChallenge } from './challenge.ts'
import { useChallenge } from './challenges-table.ts'
import { factorNotFound, totpLocked, wrongTotpCode } from './errors.ts'
import { type FactorOwner, lockOwner } from './factor-owner.ts'
import { freshlySealed, openSecret } from './factor-secret.ts'
import { acceptFactor, deleteUnverified, findSecret } from './factors-table.ts'
import { deleteGuesses } from './guesses-table.ts'
import { notifyEnrolled } from './notices.ts'
import { raiseSession } from './raise-session.ts'
import { acceptedStep } from './totp.ts'
import { countWrongCode, refuseLocked } from './wrong-codes.ts'

export type Answer = { factorId: string; challengeId: string; code: string }

/** Raises the session to aal2 for a correct code. */
export async function verifyFactor(
  needs: Identity,
  owner: FactorOwner,
  answer: Answer,
  client: Client,
): Promise<SessionJson> {
  const { factorId, challengeId } = answer
  const event = {
    action: 'verification_attempted',
    actor: owner.account,
    client,
    traits: { factor_id: factorId, challenge_id: challengeId, factor_type: 'totp' },
  } as const

  return recordingRefusal(needs, event, async () => {
    // A wrong code is counted in the transaction, so the refusal is thrown after its commit.
    const verified = await needs.db.as(theServer, async (sql) => {
      const raised = await verify(sql, needs, { owner, answer, client })
      if (raised) await record(sql, needs, event)
      return raised
    })
    if (!verified) throw wrongTotpCode()

    return sessionReply(needs, verified)
  })
}

type Attempt = { owner: FactorOwner; answer: Answer; client: Client }

/** null for a wrong code. */
async function verify(
  sql: Sql,
  needs: Identity,
  { owner, answer, client }: Attempt,
): Promise<OpenSession | null> {
  const now = needs.clock.now()
  const { account } = await lockOwner(sql, needs, owner)
  const factor = answerableFactor(account, answer.factorId)
  const guessedAt = { userId: account.id, factorType: 'totp' } as const

  await refuseLocked(sql, now, guessedAt, totpLocked)
  await checkChallenge(sql, now, { id: answer.challengeId, factorId: factor.id, client })
  if (!(await acceptCode(sql, needs, factor.id, answer.code))) {
    await countWrongCode(sql, now, guessedAt)
    return null
  }
  await deleteGuesses(sql, guessedAt)
  await useChallenge(sql, now, answer.challengeId)
  await deleteUnverified(sql, account.id, factor.factor_type)
  if (factor.status === 'unverified') await notifyEnrolled(sql, needs, account, factor)

  return raiseSession(sql, needs, {
    account: await loadAccount(sql, account.id),
    sessionId: owner.session.id,
    factorId: factor.id,
    method: amrMethodOf[factor.factor_type],
    client,
  })
}

/** Verifies the factor; this code and earlier ones cannot be used again. */
async function acceptCode(
  sql: Sql,
  needs: Pick<Identity, 'clock' | 'keyring'>,
  factorId: string,
  code: string,
): Promise<boolean> {
  const stored = await findSecret(sql, factorId)
  if (!stored) throw factorNotFound()

  const now = needs.clock.now()
  const secret = openSecret(needs, stored)
  const step = acceptedStep(secret, code, { now, lastStep: stored.last_accepted_step })
  if (step === null) return false

  const secretSealed = freshlySealed(needs, stored, secret)
  await acceptFactor(sql, now, { id: factorId, step, secretSealed })
  return true
}
