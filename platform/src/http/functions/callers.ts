import type { DataScope } from '@app/contract/oauth'
import type { Member } from '#db/member.ts'
import { AppError } from '#errors/app-error.ts'
import type { AdmittedCaller } from '#identity/sessions/admit-caller.ts'
import type { Limit } from '#limits/limit.ts'
import type { ApiKeys } from '#tokens/api-keys.ts'
import { isClientToken, opens } from '#tokens/client-token.ts'
import type { Claims, Tokens } from '#tokens/open-tokens.ts'
import { type Bearer, readBearer } from '#tokens/read-bearer.ts'
import { badToken, noBearer, noToken, scopeMissing } from './refusals.ts'

export type CallerNeeds = {
  tokens: Tokens
  apiKeys: ApiKeys
  /** Checks the session and account, and refuses ended, banned or deleted ones. Then applies the rate limit. */
  admit(bearer: Bearer, rate: { bucket: string; limit: Limit }): Promise<AdmittedCaller>
}

/** Published extensions may send a hundred calls at once. */
const MEMBER_RATE = { bucket: 'functions', limit: { burst: 300, perSecond: 10, inPortions: true } }

/** The claims of a token or key that we signed. A key only in `apikey` does not suffice. */
export async function claimsOf(
  needs: CallerNeeds,
  request: Request,
  scope?: DataScope,
): Promise<Claims> {
  const authorization = request.headers.get('authorization') ?? undefined
  const apikey = request.headers.get('apikey') ?? undefined
  const bearer = await readBearer(needs, { authorization, apikey })

  if (bearer.kind === 'claims') {
    if (!isOpenTo(bearer.claims, scope)) throw scopeMissing()
    return bearer.claims
  }
  if (bearer.kind === 'nobody') throw authorization === undefined ? noToken() : noBearer()
  throw badToken(authorization?.replace(/^bearer +/i, '') ?? '', bearer.reason)
}

/** A function without a scope is closed to every OAuth client. */
const isOpenTo = (claims: Claims, scope: DataScope | undefined) =>
  scope === undefined ? !isClientToken(claims) : opens(claims, scope)

/** `isAssured`: members with a second factor must have used it, as row policies require. */
export type CheckedMember = Member & { readonly isAssured: boolean }

/** The assurance level comes from the session, because the token's may be outdated. */
export async function memberOf(
  needs: CallerNeeds,
  request: Request,
  scope?: DataScope,
): Promise<CheckedMember> {
  const token = await claimsOf(needs, request, scope)
  const { id, email, session, hasVerifiedFactor } = await admitted(needs, token)
  const claims = session ? { ...token, aal: session.aal, amr: session.amr } : token

  return {
    role: 'authenticated',
    claims,
    id,
    email,
    sessionId: session?.id ?? null,
    isAssured: claims.aal === 'aal2' || !hasVerifiedFactor,
  }
}

/** Every refusal of the identity service means 401 to callers of functions: they must sign in again. */
async function admitted(needs: CallerNeeds, claims: Claims): Promise<AdmittedCaller> {
  try {
    return await needs.admit({ kind: 'claims', claims }, MEMBER_RATE)
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500 || error.status === 429) throw error
    throw signInAgain(error)
  }
}

const signInAgain = (error: AppError) =>
  new AppError(error.code, 401, error.message, { cause: error })

const SESSION_OVER = ['session_not_found', 'user_banned', 'user_not_found']

/** A session that ended while the function ran gives the same answer as one that ended before. */
export const asSessionOver = (error: unknown): AppError | null =>
  error instanceof AppError && error.status === 403 && SESSION_OVER.includes(error.code)
    ? signInAgain(error)
    : null

export const signedInAs = ({ id: userId, sessionId }: Member) => ({ userId, sessionId })
