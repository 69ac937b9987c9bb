import { ADMIN_ROLES, identifyAdmin } from '#identity/admin/identify-admin.ts'
import type { Client } from '#identity/client.ts'
import { insufficientScope } from '#identity/oauth-server/errors.ts'
import { identify, type Member } from '#identity/sessions/identify.ts'
import { isClientToken } from '#tokens/client-token.ts'
import { API_ROLES, type Bearer, readBearer } from '#tokens/read-bearer.ts'
import type { AuthContext, AuthNeeds } from './auth-needs.ts'

const LONGEST_USER_AGENT = 500

export const clientOf = (c: AuthContext): Client => ({
  address: c.env.incoming.clientAddress,
  userAgent: (c.req.header('user-agent') ?? '').slice(0, LONGEST_USER_AGENT),
})

/** Tokens of OAuth clients open `/oauth/userinfo` and nothing else of this service. */
export async function bearerOf(
  needs: AuthNeeds,
  c: AuthContext,
  roles = API_ROLES,
): Promise<Bearer> {
  const bearer = await anyBearerOf(needs, c, roles)
  if (bearer.kind === 'claims' && isClientToken(bearer.claims)) throw insufficientScope()

  return bearer
}

export const anyBearerOf = (
  { identity, apiKeys }: AuthNeeds,
  c: AuthContext,
  roles = API_ROLES,
): Bearer | Promise<Bearer> =>
  readBearer(
    { tokens: identity.tokens, apiKeys },
    {
      authorization: c.req.header('authorization'),
      apikey: c.req.header('apikey') ?? c.req.query('apikey'),
    },
    roles,
  )

/** The signed-in caller; throws if there is none. */
export const memberOf = async (needs: AuthNeeds, c: AuthContext): Promise<Member> =>
  identify(needs.identity, await bearerOf(needs, c))

/** A client may name the audience that it expects in its token. */
export const matchesAudience = (c: AuthContext, { aud }: Pick<Member, 'aud'>): boolean =>
  (c.req.header('x-jwt-aud') || aud) === aud

/** Throws unless the caller is the service key or has an admin role. */
export const requireAdmin = async (needs: AuthNeeds, c: AuthContext): Promise<void> =>
  identifyAdmin(needs.identity, await bearerOf(needs, c, [...API_ROLES, ...ADMIN_ROLES]))
