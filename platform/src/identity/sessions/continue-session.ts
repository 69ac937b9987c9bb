import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import type { Client } from '#identity/client.ts'
import { rememberDevice } from '#identity/devices/device.ts'
import type { Identity } from '#identity/identity.ts'
import type { SignedIn } from './authorise.ts'
import { sessionOfTokenGone } from './errors.ts'
import type { OpenSession } from './open-session.ts'
import { openSessionKey, writeRefreshToken } from './refresh-token.ts'
import { advance } from './rotation.ts'
import { type Amr, lockSession, type SessionRow, updateSessionAmr } from './sessions-table.ts'

type Needs = Pick<Identity, 'clock' | 'digests' | 'keyring' | 'settings' | 'hooks'>
type Continuing = {
  account: Account
  signedIn: SignedIn
  client: Client
  /** The method of a proof that the session has just presented. */
  provenBy?: string
}

/**
 * Issues new tokens, as a refresh does, for the session that changed its own account. Without a proof this is no sign-in: level and `amr`
 * stay unchanged. Callers have authorised the session and hold the account's lock.
 */
export async function continueSession(
  sql: Sql,
  needs: Needs,
  { account, signedIn, client, provenBy }: Continuing,
): Promise<OpenSession> {
  const session = signedIn.sessionId && (await lockSession(sql, signedIn.sessionId))
  const key = session && openSessionKey(needs, session)
  if (!session || !key) throw sessionOfTokenGone()

  const { id, aal } = session
  const amr = provenBy ? await addProof(sql, needs, session, provenBy) : session.amr
  if (provenBy) await rememberDevice(sql, needs, { account, aal, client })
  const counter = await advance(sql, needs, session, session.refresh_counter, client)
  // The change may have given an anonymous account its address.
  await needs.hooks.sessionOpened(sql, account)
  return { account, id, aal, amr, refreshToken: writeRefreshToken({ sessionId: id, counter }, key) }
}

async function addProof(
  sql: Sql,
  { clock }: Pick<Identity, 'clock'>,
  session: SessionRow,
  method: string,
): Promise<Amr[]> {
  const now = clock.now()
  const proof = { method, timestamp: Math.floor(now.getTime() / 1000) }
  const amr = [proof, ...session.amr.filter((earlier) => earlier.method !== method)]
  await updateSessionAmr(sql, session.id, amr)
  await updateUser(sql, session.user_id, now, { last_sign_in_at: now })

  return amr
}
