import type { MiddlewareHandler } from 'hono'
import type { RequestContext } from '#http/frame/context.ts'
import { scaledLimit } from '#limits/limit.ts'
import { networkOf } from '#limits/network.ts'
import type { AuthContext, AuthNeeds } from './auth-needs.ts'

const FIVE_MINUTES_S = 300
const HOUR_S = 3600

const often = { burst: 30, perSecond: 30 / FIVE_MINUTES_S }

/** Per client network; the numbers are Supabase Auth's. */
const LIMITS = {
  token: { burst: 30, perSecond: 150 / FIVE_MINUTES_S },
  // Supabase Auth has no such limit, but each call inserts a row without authentication.
  authorize: { burst: 30, perSecond: 150 / FIVE_MINUTES_S },
  signup: often,
  otp: often,
  magiclink: often,
  recover: often,
  resend: often,
  update: often,
  verify: often,
  // Supabase Auth allows 30 in five minutes; our login asks before each password.
  sso: { burst: 30, perSecond: 150 / FIVE_MINUTES_S },
  saml: { burst: 15, perSecond: 15 / FIVE_MINUTES_S },
  passkeyOptions: often,
  passkeySignIn: often,
  factor: { burst: 15, perSecond: 15 / 60 },
  oauthAuthorize: { burst: 30, perSecond: 150 / FIVE_MINUTES_S },
  // One server of a client renews the tokens of many users.
  oauthToken: { burst: 60, perSecond: 1, inPortions: true },
  // Each call inserts a row without authentication.
  oauthRegister: { burst: 30, perSecond: 30 / HOUR_S },
  anonymous: { burst: 30, perSecond: 30 / HOUR_S },
} as const

export type LimitName = keyof typeof LIMITS

export const limited =
  (needs: AuthNeeds, name: LimitName): MiddlewareHandler<RequestContext> =>
  async (c, next) => {
    await takeFor(needs, c, name)
    await next()
  }

/** For a limit that depends on the body. */
export async function takeFor(
  { identity: { limits, settings } }: AuthNeeds,
  c: AuthContext,
  name: LimitName,
): Promise<void> {
  const limit = scaledLimit(LIMITS[name], settings.rateLimitFactor)
  if (limit) await limits.take(`auth ${name} ${networkOf(c.env.incoming.clientAddress)}`, limit)
}
