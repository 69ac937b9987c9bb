import type { SessionJson } from '@app/contract/identity'
import type { Sql } from '#db/database.ts'
import type { Client } from '#identity/client.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { OpenSession } from '#identity/sessions/open-session.ts'
import { answerableFactor } from './answerable-factor.ts'
import { checkChallenge } from './challenge.ts'
import { factorNotFound, totpLocked, wrongPhoneCode, wrongTotpCode } from './errors.ts'
import { type FactorOwner, lockOwner } from './factor-owner.ts'
import { freshlySealed, openSecret } from './factor-secret.ts'
import { acceptFactor, acceptPhone, findSecret } from './factors-table.ts'
import { isPhoneCode } from './phone-code.ts'
import { raiseByFactor } from './raise-by-factor.ts'
import { attemptToRaise } from './raise-session.ts'
import { acceptedStep } from './totp.ts'
import { countWrongCode, refuseLocked } from './wrong-codes.ts'

export type Answer = { factorId: string; challengeId: string; code: string }

/** Raises the session to aal2 for a correct code of an app or a text message. */
export async function verifyFactor(
  needs: Identity,
  owner: FactorOwner,
  answer: Answer,
  client: Client,
): Promise<SessionJson> {
  const { factorId, challengeId } = answer
  const known = owner.account.factors.find(({ id }) => id === factorId)
  const isPhone = known?.factor_type === 'phone'

  return attemptToRaise(needs, {
    event: {
      actor: owner.account,
      client,
      traits: {
        factor_id: factorId,
        challenge_id: challengeId,
        factor_type: isPhone ? 'phone' : 'totp',
      },
    },
    verify: (sql) => verify(sql, needs, { owner, answer, client }),
    wrongCode: isPhone ? wrongPhoneCode : wrongTotpCode,
  })
}

type Attempt = { owner: FactorOwner; answer: Answer; client: Client }

/** Returns null for a wrong code. */
async function verify(
  sql: Sql,
  needs: Identity,
  { owner, answer, client }: Attempt,
): Promise<OpenSession | null> {
  const now = needs.clock.now()
  const { account } = await lockOwner(sql, needs, owner)
  const factor = answerableFactor(needs, account, answer.factorId)
  const { factor_type: factorType } = factor
  if (factorType !== 'totp' && factorType !== 'phone') {
    throw validationFailed('webauthn needs to be non-empty')
  }
  const guessedAt = { userId: account.id, factorType }

  await refuseLocked(sql, now, guessedAt, totpLocked)
  const challenge = await checkChallenge(sql, now, {
    id: answer.challengeId,
    factorId: factor.id,
    client,
  })
  const isRight =
    factorType === 'phone'
      ? await isPhoneCode(sql, needs, challenge, answer.code)
      : await acceptCode(sql, needs, factor.id, answer.code)
  if (!isRight) {
    await countWrongCode(sql, now, guessedAt)
    return null
  }
  if (factorType === 'phone') await acceptPhone(sql, now, factor.id)
  const { challengeId } = answer
  const sessionId = owner.session.id
  return raiseByFactor(sql, needs, { account, factor, guessedAt, challengeId, sessionId, client })
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
