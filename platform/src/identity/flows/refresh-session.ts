import type { SessionJson } from '@app/contract/identity'
import { type Transaction, theServer } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import type { AppError } from '#errors/app-error.ts'
import { isBanned } from '#identity/account.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import {
  refreshConflict,
  refreshedSessionGone,
  refreshedSessionOver,
  refreshedUserBanned,
  refreshTokenAlreadyUsed,
  refreshTokenNotFound,
  refreshTokenNotValid,
} from '#identity/sessions/errors.ts'
import type { OpenSession } from '#identity/sessions/open-session.ts'
import {
  isGenuine,
  openSessionKey,
  type RefreshToken,
  readRefreshToken,
  writeRefreshToken,
} from '#identity/sessions/refresh-token.ts'
import { advance, isReplay } from '#identity/sessions/rotation.ts'
import { type ReplyNeeds, sessionReply } from '#identity/sessions/session-reply.ts'
import { deleteSession, lockSessionAndAccount } from '#identity/sessions/sessions-table.ts'

type Needs = ReplyNeeds & Pick<Identity, 'keyring'>

/** No Supabase Auth version issued shorter refresh tokens. */
const SHORTEST = 12
const LOCK_LIMIT = '5s'
/** What a hook is told. */
export const REFRESH_METHOD = 'token_refresh'

/** Exchanges a refresh token for new tokens. A replayed token ends the session for everybody who holds one. */
export const refreshSession = (needs: Needs, text: string, client: Client): Promise<SessionJson> =>
  refreshHeldBy(needs, null, text, client).then((session) =>
    sessionReply(needs, session, { method: REFRESH_METHOD }),
  )

/** Only the OAuth client that holds a session refreshes it; `null` is the user. */
export async function refreshHeldBy(
  needs: Needs,
  oauthClientId: string | null,
  text: string,
  client: Client,
): Promise<OpenSession> {
  if (text.length < SHORTEST) throw refreshTokenNotValid()
  const token = readRefreshToken(text)
  if (!token) throw refreshTokenNotFound()

  // A refusal is thrown after the transaction, so that the session's end and its audit entry are committed.
  const outcome = await needs.db
    .as(theServer, (sql) => refresh(sql, needs, { ...token, text, oauthClientId }, client), {
      settings: { lock_timeout: LOCK_LIMIT },
    })
    .catch((error: unknown) => {
      throw sqlState(error) === '55P03' ? refreshConflict() : error
    })
  if ('refusal' in outcome) throw outcome.refusal

  return outcome.session
}

type Presented = RefreshToken & { text: string; oauthClientId: string | null }
type Outcome = { session: OpenSession } | { refusal: AppError }

/** Two round trips: reads under the lock, then writes with the commit. */
async function refresh(
  sql: Transaction,
  needs: Needs,
  presented: Presented,
  client: Client,
): Promise<Outcome> {
  const { session, account } = await lockSessionAndAccount(sql, presented.sessionId)
  const key = session && openSessionKey(needs, session)
  if (!session || !key) return { refusal: refreshedSessionGone() }
  const isHolder = session.oauth_client_id === presented.oauthClientId
  const isIssued = isGenuine(presented.text, key) && presented.counter <= session.refresh_counter
  if (!isHolder || !isIssued) {
    return { refusal: refreshTokenNotFound() }
  }
  if (!account) return { refusal: refreshedSessionGone() }

  const now = needs.clock.now()
  const audit = (action: 'token_refreshed' | 'token_revoked', refused?: string) =>
    record(sql.later, needs, {
      action,
      actor: account,
      client,
      traits: { session_id: session.id, ...(refused && { refused }) },
    })

  if (isReplay(session, presented.counter, now)) {
    await deleteSession(sql.later, session.id)
    await audit('token_revoked', 'refresh_token_already_used')
    return { refusal: refreshTokenAlreadyUsed() }
  }
  if (isBanned(account, now)) {
    await audit('token_refreshed', 'user_banned')
    return { refusal: refreshedUserBanned() }
  }
  if (session.not_after !== null && session.not_after <= now) {
    await audit('token_refreshed', 'session_expired')
    return { refusal: refreshedSessionOver() }
  }

  // Nearly every entry of the audit log would be one of these; the session's row tells when it was used last.
  const counter = await advance(sql.later, needs, session, presented.counter, client)
  const refreshToken = writeRefreshToken({ sessionId: session.id, counter }, key)
  const { id, aal, amr, oauth_client_id: clientId, oauth_scopes: scopes } = session
  const oauth = clientId && { clientId, scopes: scopes ?? [] }
  return { session: { account, id, aal, amr, refreshToken, ...(oauth && { oauth }) } }
}
