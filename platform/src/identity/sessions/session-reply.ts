import type { SessionJson } from '@app/contract/identity'
import { secondsNow } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import type { Identity } from '#identity/identity.ts'
import { issuerOf } from '#identity/settings.ts'
import { customClaims } from './custom-claims.ts'
import type { OpenSession } from './open-session.ts'
import { deleteSession } from './sessions-table.ts'

export type ReplyNeeds = Pick<Identity, 'db' | 'tokens' | 'clock' | 'settings' | 'authHooks'>

/** The tokens of a session, as clients expect them. Called after the transaction, because a hook may be asked. */
export async function sessionReply(
  needs: ReplyNeeds,
  session: OpenSession,
  { method = session.amr[0]?.method ?? '' }: { method?: string } = {},
): Promise<SessionJson> {
  const { tokens, clock, settings } = needs
  const expiresAt = secondsNow(clock) + settings.accessTokenTtlS
  const { account } = session

  const claims = {
    iss: issuerOf(settings),
    sub: account.id,
    aud: account.aud,
    exp: expiresAt,
    email: account.email ?? '',
    phone: account.phone ?? '',
    app_metadata: account.raw_app_meta_data,
    user_metadata: account.raw_user_meta_data,
    // Imported rows may have no role, and every surface refuses a token without one.
    role: account.role || 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: account.is_anonymous,
    ...(session.oauth && {
      client_id: session.oauth.clientId,
      scope: session.oauth.scopes.join(' '),
    }),
  }
  const custom = await customClaims(needs, claims, method).catch((error) =>
    endRefused(needs, session, error),
  )
  const accessToken = await tokens.sign(custom)

  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: settings.accessTokenTtlS,
    expires_at: expiresAt,
    refresh_token: session.refreshToken,
    user: userJson(account),
  }
}

/** Nobody has a token of a new session whose sign-in was refused. */
async function endRefused(
  { db }: ReplyNeeds,
  { id, isNew }: OpenSession,
  error: unknown,
): Promise<never> {
  if (isNew) await db.as(theServer, (sql) => deleteSession(sql, id))

  throw error
}
