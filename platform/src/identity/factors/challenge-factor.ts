import { randomBytes, randomUUID } from 'node:crypto'
import type { ChallengeJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import type { Account, FactorRow } from '#identity/account.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { sendingTexts, type Texting } from '#identity/one-time/send-texts.ts'
import { creationOptions, requestOptions } from '#identity/webauthn/credential-options.ts'
import { listPasskeysOf } from '#identity/webauthn/passkeys-table.ts'
import { credentialsOfFactors } from './account-factors.ts'
import { answerableFactor } from './answerable-factor.ts'
import { addressOf, endOfChallenge } from './challenge.ts'
import { deleteChallengesBefore, insertChallenge } from './challenges-table.ts'
import { webauthnVerifyOff } from './errors.ts'
import { type FactorOwner, lockOwner } from './factor-owner.ts'
import { phoneCode } from './phone-code.ts'

/** Expired challenges are kept this long, so that they can be distinguished from unknown ones. */
const REMEMBERED_MS = 24 * 3_600_000

/** Creates a challenge, to be answered within minutes and from the same IP address; a phone gets its code. */
export async function challengeFactor(
  needs: Identity,
  owner: FactorOwner,
  factorId: string,
  client: Client,
): Promise<ChallengeJson> {
  const event = {
    action: 'challenge_created',
    actor: owner.account,
    client,
    traits: { factor_id: factorId },
  } as const

  const create = (texting: Identity & Texting) =>
    needs.db.as(theServer, async (sql) => {
      const { account } = await lockOwner(sql, needs, owner)
      const factor = answerableFactor(needs, account, factorId)
      const { factor_type: type } = factor
      const webAuthnChallenge =
        type === 'webauthn' ? randomBytes(CHALLENGE_BYTES).toString('base64url') : null
      const id = randomUUID()
      const now = needs.clock.now()

      await deleteChallengesBefore(sql, factorId, new Date(now.getTime() - REMEMBERED_MS))
      const otpCodeHash =
        type === 'phone'
          ? await phoneCode(sql, texting, { account, phone: factor.phone ?? '', challengeId: id })
          : null
      await insertChallenge(sql, {
        id,
        factorId,
        ip: addressOf(client),
        now,
        webAuthnChallenge,
        otpCodeHash,
      })
      await record(sql, needs, event)
      return {
        id,
        type,
        expires_at: Math.floor(endOfChallenge(now).getTime() / 1000),
        ...(webAuthnChallenge && {
          webauthn: await ceremony(sql, needs, { account, factor, challenge: webAuthnChallenge }),
        }),
      }
    })

  return recordingRefusal(needs, event, () => sendingTexts(needs, create))
}

const CHALLENGE_BYTES = 32

type Asking = { account: Account; factor: FactorRow; challenge: string }

/** Supabase Auth nests these options one level deeper than a passkey's. */
async function ceremony(
  sql: Sql,
  { settings: { webauthn: site } }: Pick<Identity, 'settings'>,
  { account, factor, challenge }: Asking,
): Promise<NonNullable<ChallengeJson['webauthn']>> {
  if (site === null) throw webauthnVerifyOff()
  const { web_authn_credential: credential } = factor
  const userVerification = 'preferred'

  if (credential) {
    const known = [{ credentialId: credential.id, transports: credential.transports }]
    const publicKey = requestOptions({ site, challenge, known, userVerification })
    return { type: 'request', credential_options: { publicKey } }
  }

  const known = [...(await listPasskeysOf(sql, account.id)), ...credentialsOfFactors(account)]
  const publicKey = creationOptions({
    site,
    account,
    challenge,
    known,
    residentKey: 'discouraged',
    userVerification,
  })
  return { type: 'create', credential_options: { publicKey } }
}
