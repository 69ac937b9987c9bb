import type { SessionJson } from '@app/contract/identity'
import { secondsNow } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import type { Identity } from '#identity/identity.ts'
import { issuerOf } from '#identity/settings.ts'
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

/** What other parts of the server decide by. A hook's answer cannot change or remove them. */
const KEPT = [
  'iss',
  'sub',
  'aud',
  'exp',
  'role',
  'aal',
  'amr',
  'session_id',
  'is_anonymous',
  'client_id',
  'scope',
] as const

type Claims = Record<string, unknown> & { sub: string }

/** The claims of an access token, as the operator's hook wants them. */
async function customClaims(
  { authHooks }: Pick<Identity, 'authHooks'>,
  claims: Claims,
  authenticationMethod: string,
): Promise<Claims> {
  if (!authHooks.customAccessToken) return claims
  const { claims: wanted } = await authHooks.customAccessToken({
    user_id: claims.sub,
    claims,
    authentication_method: authenticationMethod,
  })
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return claims

  const free = Object.entries(wanted).filter(([name]) => !isKept(name) && name !== 'iat')
  const kept = Object.entries(claims).filter(([name]) => isKept(name))
  return { ...Object.fromEntries([...free, ...kept]), sub: claims.sub }
}

const isKept = (name: string) => KEPT.some((one) => one === name)
