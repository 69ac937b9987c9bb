import type { Member } from '#db/member.ts'
import { AppError } from '#errors/app-error.ts'
import type { Member as Identified } from '#identity/sessions/identify.ts'
import type { Limit, RateLimits } from '#limits/rate-limits.ts'
import type { ApiKeys } from '#tokens/api-keys.ts'
import type { Claims, Tokens } from '#tokens/open-tokens.ts'
import { type Bearer, readBearer } from '#tokens/read-bearer.ts'
import { badToken, noBearer, noToken } from './refusals.ts'

export type CallerNeeds = {
  tokens: Tokens
  apiKeys: ApiKeys
  limits: RateLimits
  /** The identity service's word: whoever was signed out, banned or deleted is refused at once. */
  identify(bearer: Bearer): Promise<Identified>
}

/** A published extension may ask a hundred times at once; nobody needs more for long. */
const MEMBER_LIMIT: Limit = { burst: 300, perSecond: 10 }

/** The claims of a token or key that we signed. Keys alone are not asked for here. */
export async function claimsOf(needs: CallerNeeds, request: Request): Promise<Claims> {
  const authorization = request.headers.get('authorization') ?? undefined
  const apikey = request.headers.get('apikey') ?? undefined
  const bearer = await readBearer(needs, { authorization, apikey })

  if (bearer.kind === 'claims') return bearer.claims
  if (bearer.kind === 'nobody') throw authorization === undefined ? noToken() : noBearer()
  throw badToken(authorization?.replace(/^bearer +/i, '') ?? '', bearer.reason)
}

/** The assurance level is the session's own, not the token's, which may be older than the last change. */
export async function memberOf(needs: CallerNeeds, request: Request): Promise<Member> {
  const claims = await claimsOf(needs, request)
  const { account, session } = await identified(needs, claims)
  await needs.limits.take(`functions ${account.id}`, MEMBER_LIMIT)

  return {
    role: 'authenticated',
    claims: session ? { ...claims, aal: session.aal, amr: session.amr } : claims,
    id: account.id,
    email: account.email,
    sessionId: session?.id ?? null,
  }
}

/** Whatever the identity service would say, to callers of functions it means: you must sign in again. */
async function identified(needs: CallerNeeds, claims: Claims): Promise<Identified> {
  try {
    return await needs.identify({ kind: 'claims', claims })
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    throw signInAgain(error)
  }
}

const signInAgain = (error: AppError) =>
  new AppError(error.code, 401, error.message, { cause: error })

const SESSION_OVER = ['session_not_found', 'user_banned', 'user_not_found']

/** A session that ended while the function was at work, told as it would have been before. */
export const asSessionOver = (error: unknown): AppError | null =>
  error instanceof AppError && error.status === 403 && SESSION_OVER.includes(error.code)
    ? signInAgain(error)
    : null

export const signedInAs = ({ id: userId, sessionId }: Member) => ({ userId, sessionId })
