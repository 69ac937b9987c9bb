import { secondsNow } from '#clock/clock.ts'
import { REFRESH_METHOD } from '#identity/flows/refresh-session.ts'
import type { OpenSession } from '#identity/sessions/open-session.ts'
import { type ReplyNeeds, sessionReply } from '#identity/sessions/session-reply.ts'
import { issuerOf } from '#identity/settings.ts'
import type { ClientRow } from './clients-table.ts'
import { userClaims } from './user-claims.ts'

type Needs = ReplyNeeds

export type TokenReply = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  scope: string
  refresh_token?: string
  id_token?: string
}

type SignIn = { nonce: string | null; signedInAt: Date | null }

const NO_SIGN_IN: SignIn = { nonce: null, signedInAt: null }

/** A refreshed session has no sign-in, so its id token repeats no nonce. */
export async function issueTokens(
  needs: Needs,
  client: ClientRow,
  session: OpenSession,
  signIn: SignIn = NO_SIGN_IN,
): Promise<TokenReply> {
  const { access_token, token_type, expires_in, refresh_token } = await sessionReply(
    needs,
    session,
    {
      ...(signIn === NO_SIGN_IN && { method: REFRESH_METHOD }),
    },
  )
  const scopes = session.oauth?.scopes ?? []

  return {
    access_token,
    token_type,
    expires_in,
    scope: scopes.join(' '),
    ...(client.grant_types.includes('refresh_token') && { refresh_token }),
    ...(scopes.includes('openid') && {
      id_token: await idToken(needs, client, session, signIn),
    }),
  }
}

/**
 * `client_id` makes every other surface refuse it, like an access token of that client. It names no session, so that `/oauth/userinfo`
 * refuses it too.
 */
function idToken(
  { tokens, clock, settings }: Needs,
  { id: clientId }: ClientRow,
  { account, oauth }: OpenSession,
  { nonce, signedInAt }: SignIn,
): Promise<string> {
  return tokens.sign({
    iss: issuerOf(settings),
    aud: clientId,
    client_id: clientId,
    exp: secondsNow(clock) + settings.accessTokenTtlS,
    ...(signedInAt && { auth_time: Math.floor(signedInAt.getTime() / 1000) }),
    ...(nonce !== null && { nonce }),
    ...userClaims(account, oauth?.scopes ?? []),
  })
}
