import type { SessionJson } from '@app/contract/identity'
import type { Sql } from '#db/database.ts'
import type { FactorRow } from '#identity/account.ts'
import type { Client } from '#identity/client.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { OpenSession } from '#identity/sessions/open-session.ts'
import type { RelyingParty } from '#identity/settings.ts'
import type { CreatedCredential, UsedCredential } from '#identity/webauthn/credential.ts'
import {
  isCopied,
  loadVerifier,
  verifyCreation,
  verifyUse,
} from '#identity/webauthn/verify-credential.ts'
import { answerableFactor, ceremonyOf } from './answerable-factor.ts'
import { checkChallenge } from './challenge.ts'
import { useChallenge } from './challenges-table.ts'
import { securityKeyLocked, webauthnVerifyOff, wrongSecurityKey } from './errors.ts'
import { type FactorOwner, lockOwner } from './factor-owner.ts'
import { acceptCredential } from './factors-table.ts'
import { raiseByFactor } from './raise-by-factor.ts'
import { attemptToRaise } from './raise-session.ts'
import { countWrongCode, refuseLocked } from './wrong-codes.ts'

export type KeyAnswer = { factorId: string; challengeId: string } & (
  | { type: 'create'; credential: CreatedCredential }
  | { type: 'request'; credential: UsedCredential }
)

/** Raises the session to aal2 for a security key: its first answer creates the credential, later ones use it. */
export async function verifySecurityKey(
  needs: Identity,
  owner: FactorOwner,
  answer: KeyAnswer,
  client: Client,
): Promise<SessionJson> {
  const { factorId, challengeId } = answer
  const { webauthn: site } = needs.settings
  if (site === null) throw webauthnVerifyOff()
  // Not within the transaction, which holds the account's lock.
  await loadVerifier()

  return attemptToRaise(needs, {
    event: {
      actor: owner.account,
      client,
      traits: { factor_id: factorId, challenge_id: challengeId, factor_type: 'webauthn' },
    },
    verify: (sql) => verify(sql, needs, { owner, answer, client, site }),
    wrongCode: wrongSecurityKey,
  })
}

type Attempt = { owner: FactorOwner; answer: KeyAnswer; client: Client; site: RelyingParty }

/** Returns null for an answer that proves nothing. It uses its challenge too. */
async function verify(
  sql: Sql,
  needs: Identity,
  { owner, answer, client, site }: Attempt,
): Promise<OpenSession | null> {
  const now = needs.clock.now()
  const { challengeId } = answer
  const { account } = await lockOwner(sql, needs, owner)
  const factor = answerableFactor(needs, account, answer.factorId)
  if (factor.factor_type !== 'webauthn') throw validationFailed('Code needs to be non-empty')
  if (ceremonyOf(factor) !== answer.type) throw validationFailed('webauthn.type does not match')
  const guessedAt = { userId: account.id, factorType: 'webauthn' } as const

  await refuseLocked(sql, now, guessedAt, securityKeyLocked)
  const { webAuthnChallenge } = await checkChallenge(sql, now, {
    id: challengeId,
    factorId: factor.id,
    client,
  })
  const isAccepted =
    webAuthnChallenge !== null &&
    (await acceptAnswer(sql, now, { factor, answer, site, challenge: webAuthnChallenge }))
  if (!isAccepted) {
    await useChallenge(sql, now, challengeId)
    await countWrongCode(sql, now, guessedAt)
    return null
  }
  const sessionId = owner.session.id
  return raiseByFactor(sql, needs, { account, factor, guessedAt, challengeId, sessionId, client })
}

type Given = { factor: FactorRow; answer: KeyAnswer; site: RelyingParty; challenge: string }

/** Stores the new credential, or the new counter of a known one. */
async function acceptAnswer(
  sql: Sql,
  now: Date,
  { factor, answer, site, challenge }: Given,
): Promise<boolean> {
  // Possession is the proof here: the password came before.
  const expected = { site, challenge, requiresVerifiedUser: false }
  if (answer.type === 'create') {
    const created = await verifyCreation(expected, answer.credential)
    if (!created) return false

    const { aaguid, attestationType: _, publicKey, ...rest } = created
    const credential = { ...rest, publicKey: Buffer.from(publicKey).toString('base64url') }
    await acceptCredential(sql, now, { id: factor.id, credential, aaguid })
    return true
  }

  const stored = factor.web_authn_credential
  if (!stored) return false
  const publicKey = Buffer.from(stored.publicKey, 'base64url')
  const use = await verifyUse(expected, answer.credential, { ...stored, publicKey })
  if (!use || isCopied(stored.counter, use.counter)) return false

  await acceptCredential(sql, now, { id: factor.id, credential: { ...stored, ...use } })
  return true
}
