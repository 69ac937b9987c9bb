import { ADMIN_ROLES, identifyAdmin } from '#identity/admin/identify-admin.ts'
import type { Client } from '#identity/client.ts'
import { identify, type Member } from '#identity/sessions/identify.ts'
import { API_ROLES, type Bearer, readBearer } from '#tokens/read-bearer.ts'
import type { AuthContext, AuthNeeds } from './auth-needs.ts'

const LONGEST_USER_AGENT = 500

export const clientOf = (c: AuthContext): Client => ({
  address: c.env.incoming.clientAddress,
  userAgent: (c.req.header('user-agent') ?? '').slice(0, LONGEST_USER_AGENT),
})

export const bearerOf = (
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
