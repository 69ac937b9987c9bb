import type { MiddlewareHandler } from 'hono'
import { accessDenied, insufficientScope } from '#files/errors.ts'
import type { StorageCaller } from '#files/storage-caller.ts'
import { opens, scopeFor } from '#tokens/client-token.ts'
import type { Claims } from '#tokens/open-tokens.ts'
import { type Bearer, type BearerRefusal, readBearer } from '#tokens/read-bearer.ts'
import { failureBody } from './failures.ts'
import type { StorageContext, StorageNeeds } from './storage-needs.ts'

const MALFORMED = 'Invalid Compact JWS'
const WRONG_ROLE = 'Access denied: Invalid role'
const FORGED = 'signature verification failed'

/** The hosted service's messages, which clients know. */
const REFUSALS: Record<BearerRefusal, string> = {
  malformed: MALFORMED,
  'unknown key': FORGED,
  'bad signature': FORGED,
  expired: '"exp" claim timestamp check failed',
  'not valid yet': '"nbf" claim timestamp check failed',
  'of an unknown role': WRONG_ROLE,
}

/** The caller; a request without a valid token is refused. */
export async function requireCaller(
  needs: StorageNeeds,
  c: StorageContext,
): Promise<StorageCaller> {
  const bearer = await bearerOf(needs, c)
  if (bearer.kind === 'nobody') throw accessDenied(MALFORMED)
  if (bearer.kind === 'refused') throw accessDenied(REFUSALS[bearer.reason])

  return callerOf(c, bearer.claims)
}

/** The same for public routes; null without a token or with an invalid one. */
export async function callerIfAny(
  needs: StorageNeeds,
  c: StorageContext,
): Promise<StorageCaller | null> {
  const bearer = await bearerOf(needs, c)
  if (bearer.kind === 'refused' && bearer.reason === 'of an unknown role') {
    throw accessDenied(WRONG_ROLE)
  }

  return bearer.kind === 'claims' ? callerOf(c, bearer.claims) : null
}

/** For the service role only. Only this refusal uses 403 as its HTTP status. */
export const onlyService =
  (needs: StorageNeeds): MiddlewareHandler =>
  async (c, next) => {
    const { role } = await requireCaller(needs, c)
    if (role === 'service_role') return next()

    return c.json(failureBody(accessDenied(WRONG_ROLE)), 403)
  }

async function bearerOf(needs: StorageNeeds, c: StorageContext): Promise<Bearer> {
  const bearer = await readBearer(needs, {
    authorization: c.req.header('authorization'),
    apikey: c.req.header('apikey'),
  })
  // A signed link to a file must not be accepted as a session.
  const isLink = bearer.kind === 'claims' && 'url' in bearer.claims

  return isLink ? { kind: 'refused', reason: 'bad signature' } : bearer
}

function callerOf(c: StorageContext, claims: Claims): StorageCaller {
  if (!opens(claims, scopeFor(c.req.method))) throw insufficientScope()
  const role = String(claims.role ?? 'anon')
  const { authorization, apikey, cookie, ...headers } = c.req.header()

  return {
    role,
    claims,
    settings: {
      'request.jwt': authorization?.replace(/^bearer +/i, '') ?? '',
      'request.jwt.claim.role': role,
      'request.jwt.claim.sub': claims.sub ?? '',
      'request.headers': JSON.stringify(headers),
      'request.method': c.req.method,
      'request.path': c.req.path,
    },
  }
}
