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
  /** Checks the session and the account: ended, banned or deleted ones are refused at once. */
  identify(bearer: Bearer): Promise<Identified>
}

/** Published extensions may send a hundred calls at once. */
const MEMBER_LIMIT: Limit = { burst: 300, perSecond: 10 }

/** The claims of a token or key that we signed. A key in `apikey` alone is not enough. */
export async function claimsOf(needs: CallerNeeds, request: Request): Promise<Claims> {
  const authorization = request.headers.get('authorization') ?? undefined
  const apikey = request.headers.get('apikey') ?? undefined
  const bearer = await readBearer(needs, { authorization, apikey })

  if (bearer.kind === 'claims') return bearer.claims
  if (bearer.kind === 'nobody') throw authorization === undefined ? noToken() : noBearer()
  throw badToken(authorization?.replace(/^bearer +/i, '') ?? '', bearer.reason)
}

/** The assurance level is the session's own; the token's may be outdated. */
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

/** Every refusal of the identity service means 401 to callers of functions: they must sign in again. */
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

/** A session that ended while the function ran, answered as if it had ended before. */
export const asSessionOver = (error: unknown): AppError | null =>
  error instanceof AppError && error.status === 403 && SESSION_OVER.includes(error.code)
    ? signInAgain(error)
    : null

export const signedInAs = ({ id: userId, sessionId }: Member) => ({ userId, sessionId })
