import type {
  CreationOptionsJson,
  NewPasskeyJson,
  PasskeyOptionsJson,
} from '@app/contract/webauthn'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { credentialsOfFactors } from '#identity/factors/account-factors.ts'
import type { FactorOwner } from '#identity/factors/factor-owner.ts'
import type { Identity } from '#identity/identity.ts'
import type { RelyingParty } from '#identity/settings.ts'
import { authenticatorName } from '#identity/webauthn/authenticator-names.ts'
import { newChallenge } from '#identity/webauthn/challenge.ts'
import type { CreatedCredential } from '#identity/webauthn/credential.ts'
import { creationOptions } from '#identity/webauthn/credential-options.ts'
import { insertPasskey, listPasskeysOf } from '#identity/webauthn/passkeys-table.ts'
import { verifyCreation } from '#identity/webauthn/verify-credential.ts'
import { credentialExists, tooManyPasskeys, verificationFailed } from './errors.ts'
import { notifyOwner } from './notices.ts'
import { newPasskeyJson } from './passkey-json.ts'
import { lockPasskeyOwner, refuseWithoutRight } from './passkey-owner.ts'
import { spendChallenge } from './spend-challenge.ts'

const MOST_PASSKEYS = 10

/** Writes nothing. Credentials that the account has are named, so that an authenticator offers itself once. */
export async function startRegistration(
  needs: Pick<Identity, 'db' | 'clock' | 'digests'>,
  site: RelyingParty,
  owner: FactorOwner,
): Promise<PasskeyOptionsJson<CreationOptionsJson>> {
  refuseWithoutRight(owner)
  const { account } = owner
  const passkeys = await needs.db.as(theServer, (sql) => listPasskeysOf(sql, account.id), {
    readOnly: true,
  })
  if (passkeys.length >= MOST_PASSKEYS) throw tooManyPasskeys()
  const challenge = newChallenge(needs, needs.clock.now(), registrationBy(account))

  return {
    challenge_id: challenge.id,
    options: creationOptions({
      site,
      account,
      challenge: challenge.text,
      known: [...passkeys, ...credentialsOfFactors(account)],
      residentKey: 'required',
      userVerification: 'required',
    }),
    expires_at: Math.floor(challenge.expiresAt.getTime() / 1000),
  }
}

type Registration = { challengeId: string; credential: CreatedCredential }

export async function finishRegistration(
  needs: Identity,
  site: RelyingParty,
  owner: FactorOwner,
  { challengeId, credential }: Registration,
  client: Client,
): Promise<NewPasskeyJson> {
  const event = { action: 'passkey_created', actor: owner.account, client } as const

  return recordingRefusal(needs, event, async () => {
    refuseWithoutRight(owner)
    const { clientDataJSON } = credential.response
    const answer = { challengeId, clientDataJSON }
    const challenge = await spendChallenge(needs, answer, registrationBy(owner.account))
    const expected = { site, challenge, requiresVerifiedUser: true }
    const created = await verifyCreation(expected, credential)
    if (!created) throw verificationFailed()

    return needs.db.as(theServer, async (sql) => {
      const { account } = await lockPasskeyOwner(sql, needs, owner)
      await refuseEleventh(sql, account)
      const passkey = await insertPasskey(sql, {
        userId: account.id,
        rpId: site.rpId,
        friendlyName: authenticatorName(created.aaguid),
        credential: created,
        now: needs.clock.now(),
      })
      if (!passkey) throw credentialExists()

      await notifyOwner(sql, needs, account, 'passkey_added', passkey)
      await record(sql, needs, { ...event, traits: { passkey_id: passkey.id } })
      return newPasskeyJson(passkey)
    })
  })
}

async function refuseEleventh(sql: Sql, { id }: Account): Promise<void> {
  if ((await listPasskeysOf(sql, id)).length >= MOST_PASSKEYS) throw tooManyPasskeys()
}

const registrationBy = ({ id: userId }: Account) => ({ purpose: 'registration', userId }) as const
