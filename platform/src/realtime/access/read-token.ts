import { decodeJwt } from 'jose'
import { type Clock, secondsNow } from '#clock/clock.ts'
import type { ApiKeys } from '#tokens/api-keys.ts'
import type { Claims, Refusal, Tokens } from '#tokens/open-tokens.ts'
import { API_ROLES } from '#tokens/read-bearer.ts'

type Needs = { tokens: Tokens; apiKeys: ApiKeys; clock: Clock }

/** Whom a socket or a channel speaks for. */
export type Caller = { readonly role: string; readonly claims: Claims }

/** A refusal before the upgrade has the text alone, that of a join also the code. */
export type TokenRefusal = { code: string; text: string; isExpired: boolean }

export type TokenVerdict = { caller: Caller } | { refusal: TokenRefusal }

/** Reads a key or token. An opaque key stands for its role. */
export async function readToken(needs: Needs, token: string): Promise<TokenVerdict> {
  const { tokens, apiKeys, clock } = needs
  const opaque = apiKeys.roleOfOpaque(token)
  if (opaque) return { caller: { role: opaque, claims: { role: opaque } } }
  const verdict = await tokens.read(token)
  if ('claims' in verdict) return callerOf(verdict.claims)
  // A configured key of an earlier installation may be signed by another one.
  const role = await apiKeys.roleOf(token)
  if (role) return { caller: { role, claims: { role } } }

  return { refusal: refusalOf(verdict.refused, token, clock) }
}

function callerOf(claims: Claims): TokenVerdict {
  const { role, exp, url } = claims
  // A signed link to a file is no session.
  if (typeof role !== 'string' || exp === undefined || url !== undefined) {
    return { refusal: FIELDS_MISSING }
  }
  if (!API_ROLES.includes(role)) return { refusal: FIELDS_MISSING }

  return { caller: { role, claims } }
}

const FIELDS_MISSING: TokenRefusal = {
  code: 'InvalidJWTToken',
  text: 'Fields `role` and `exp` are required in JWT',
  isExpired: false,
}

function refusalOf(reason: Refusal, token: string, clock: Clock): TokenRefusal {
  switch (reason) {
    case 'expired':
      return {
        code: 'InvalidJWTToken',
        text: expiredText(decodeJwt(token), clock),
        isExpired: true,
      }
    case 'not valid yet':
      return { ...FIELDS_MISSING, text: 'Token is not valid yet' }
    case 'malformed':
      return {
        code: 'MalformedJWT',
        text: 'The token provided is not a valid JWT',
        isExpired: false,
      }
    case 'unknown key':
    case 'bad signature':
      return {
        code: 'JwtSignatureError',
        text: 'Failed to validate JWT signature',
        isExpired: false,
      }
  }
}

export function expiredText({ exp = 0 }: { exp?: number }, clock: Clock): string {
  return `Token has expired ${Math.max(0, secondsNow(clock) - exp)} seconds ago`
}
