import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { SignedIn } from './authorise.ts'
import { sessionOfTokenGone } from './errors.ts'
import type { OpenSession } from './open-session.ts'
import { writeRefreshToken } from './refresh-token.ts'
import { advance } from './rotation.ts'
import { openSessionKey } from './session-key.ts'
import { lockSession } from './sessions-table.ts'

type Needs = Pick<Identity, 'clock' | 'keyring' | 'settings' | 'hooks'>
type Continuing = { account: Account; signedIn: SignedIn; client: Client }

/**
 * Issues new tokens for the session that linked an identity, as a refresh does. It is no sign-in: level and `amr` stay
 * as they are. Callers have authorised the session and hold the account's lock.
 */
export async function continueSession(
  sql: Sql,
  needs: Needs,
  { account, signedIn, client }: Continuing,
): Promise<OpenSession> {
  const session = signedIn.sessionId && (await lockSession(sql, signedIn.sessionId))
  const key = session && openSessionKey(needs, session)
  if (!session || !key) throw sessionOfTokenGone()

  const { id, aal, amr } = session
  const counter = await advance(sql, needs, session, session.refresh_counter, client)
  // Linking may have given an anonymous account its address.
  await needs.hooks.sessionOpened(sql, account)
  return { account, id, aal, amr, refreshToken: writeRefreshToken({ sessionId: id, counter }, key) }
}
