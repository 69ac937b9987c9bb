import type { SessionJson } from '@app/contract/identity'
import { secondsNow } from '#clock/clock.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import type { Identity } from '#identity/identity.ts'
import { issuerOf } from '#identity/settings.ts'
import type { OpenSession } from './open-session.ts'

/** The tokens of a session, as clients expect them. */
export async function sessionReply(
  { tokens, clock, settings }: Pick<Identity, 'tokens' | 'clock' | 'settings'>,
  session: OpenSession,
): Promise<SessionJson> {
  const expiresAt = secondsNow(clock) + settings.accessTokenTtlS
  const { account } = session

  const accessToken = await tokens.sign({
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
  })

  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: settings.accessTokenTtlS,
    expires_at: expiresAt,
    refresh_token: session.refreshToken,
    user: userJson(account),
  }
}
