import type { SessionJson } from '@app/contract/identity'
import type { PasskeyOptionsJson, RequestOptionsJson } from '@app/contract/webauthn'
import { type Transaction, theServer } from '#db/database.ts'
import { serverSql } from '#db/server-sql.ts'
import { type Account, isBanned, isConfirmed } from '#identity/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { type AuditEvent, record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { type OpenSession, openSession } from '#identity/sessions/open-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'
import type { RelyingParty } from '#identity/settings.ts'
import { newChallenge } from '#identity/webauthn/challenge.ts'
import type { UsedCredential } from '#identity/webauthn/credential.ts'
import { requestOptions, userHandle } from '#identity/webauthn/credential-options.ts'
import { findByCredential, type Passkey, touchPasskey } from '#identity/webauthn/passkeys-table.ts'
import { isCopied, type Use, verifyUse } from '#identity/webauthn/verify-credential.ts'
import { emailUnconfirmed, phoneUnconfirmed, verificationFailed } from './errors.ts'
import { notifyOwner } from './notices.ts'
import { spendChallenge } from './spend-challenge.ts'

const SIGN_IN = { purpose: 'authentication', userId: null } as const

/** Asks the database nothing: the login page calls this on every visit. */
export function startSignIn(
  needs: Pick<Identity, 'clock' | 'digests'>,
  site: RelyingParty,
): PasskeyOptionsJson<RequestOptionsJson> {
  const challenge = newChallenge(needs, needs.clock.now(), SIGN_IN)

  return {
    challenge_id: challenge.id,
    options: requestOptions({
      site,
      challenge: challenge.text,
      known: [],
      userVerification: 'required',
    }),
    expires_at: Math.floor(challenge.expiresAt.getTime() / 1000),
  }
}

type Answer = { challengeId: string; credential: UsedCredential }

/** The authenticator has verified its user, so possession and verification together open a session at aal2. */
export async function signInWithPasskey(
  needs: Identity,
  site: RelyingParty,
  { challengeId, credential }: Answer,
  client: Client,
): Promise<SessionJson> {
  const { clientDataJSON } = credential.response
  const challenge = await spendChallenge(needs, { challengeId, clientDataJSON }, SIGN_IN)
  const passkey = await findByCredential(serverSql(needs.db), credential.id)
  const event = {
    action: 'login',
    actor: { id: passkey?.userId ?? null },
    client,
    traits: { provider: 'passkey', ...(passkey && { passkey_id: passkey.id }) },
  } as const

  const session = await recordingRefusal(needs, event, async () => {
    const expected = { site, challenge, requiresVerifiedUser: true }
    const stored = passkey && { ...passkey, id: passkey.credentialId }
    const use = await verifyUse(expected, credential, stored)
    const { userHandle: handle } = credential.response
    if (!passkey || !use || handle !== userHandle(passkey.userId)) throw verificationFailed()

    // A copied passkey is reported in the transaction, so the refusal is thrown after the commit.
    const opened = await needs.db.as(theServer, (sql) =>
      open(sql, needs, { passkey, use, event, client }),
    )
    if (!opened) throw verificationFailed()
    return opened
  })
  return sessionReply(needs, session)
}

type Opening = { passkey: Passkey; use: Use; event: AuditEvent; client: Client }

/** Returns null for a copied passkey. */
async function open(
  sql: Transaction,
  needs: Identity,
  { passkey, use, event, client }: Opening,
): Promise<OpenSession | null> {
  const account = await lockAccount(sql, 'id', passkey.userId)
  const current = account && (await findByCredential(sql, passkey.credentialId))
  if (!account || current?.id !== passkey.id) throw verificationFailed()

  if (isCopied(current.counter, use.counter)) {
    await notifyOwner(sql, needs, account, 'passkey_refused', current)
    const traits = { passkey_id: current.id, counter: use.counter, expected: current.counter + 1 }
    await record(sql, needs, { action: 'passkey_refused', actor: account, client, traits })
    return null
  }
  refuseUnready(account, needs.clock.now())

  await touchPasskey(sql.later, needs.clock.now(), { id: current.id, ...use })
  await record(sql.later, needs, { ...event, actor: account })
  return openSession(sql, needs, {
    account,
    method: 'passkey',
    aal: 'aal2',
    client,
    passkeyId: current.id,
  })
}

/** Only the passkey's holder learns the state of the account. */
function refuseUnready(account: Account, now: Date) {
  if (isBanned(account, now)) throw userBanned(403)
  if (isConfirmed(account)) return

  throw account.email === null ? phoneUnconfirmed() : emailUnconfirmed()
}
