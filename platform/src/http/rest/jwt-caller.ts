import { type Clock, secondsNow } from '#clock/clock.ts'
import type { Caller } from '#db/database.ts'
import { rememberVerified } from '#tokens/remember-verified.ts'
import { anonymousRefused, claimsRefused, secretMissing } from './jwt-errors.ts'
import { rememberTexts } from './remember-texts.ts'
import type { RestRequest } from './rest-request.ts'
import { type Claims, signatureVerifier } from './verify-signature.ts'

type Options = {
  /** null: every token is refused. */
  secret: string | null
  audience: string | null
  anonRole: string | null
  clock: Clock
}

/** Callers of the standalone data API: a signed token names the role. */
export function jwtCallers({ secret, audience, anonRole, clock }: Options) {
  const verify = secret === null ? refuseAll : signatureVerifier(secret)
  const callerWith = remembering(clock, async (token) => callerOf(await verify(token), anonRole))
  const anonymous = callerOf({}, anonRole)
  const judged = (caller: Caller): Caller => {
    judgeClaims(caller.claims, audience, clock)
    if (caller.role === null) throw anonymousRefused()

    return caller
  }

  return ({ header }: Pick<RestRequest, 'header'>): Caller | Promise<Caller> => {
    const token = bearerToken(header('authorization'))
    const caller = token === undefined ? anonymous : callerWith(token)

    return caller instanceof Promise ? caller.then(judged) : judged(caller)
  }
}

function callerOf(claims: Claims, anonRole: string | null): Caller {
  const role = roleIn(claims) ?? anonRole

  return { role, claims: { ...claims, role } }
}

const refuseAll = () => Promise.reject(secretMissing())

/** Clients repeat their tokens. Signatures are verified once, times on every use. */
function remembering(clock: Clock, verify: (token: string) => Promise<Caller>) {
  const verified = rememberVerified<Caller>(clock, ({ claims }) => claims)

  const callerOfNew = async (token: string): Promise<Caller> => {
    const caller = await verify(token)
    verified.add(token, caller)
    return caller
  }

  return (token: string): Caller | Promise<Caller> => verified.find(token) ?? callerOfNew(token)
}

/** undefined without a token, or if the scheme is not Bearer. */
const bearerToken = rememberTexts((authorization): string | undefined => {
  const bearer = /^bearer(?:\s+(.*))?$/i.exec(authorization)

  return bearer ? (bearer[1] ?? '').trim() : undefined
})

function roleIn({ role }: Claims): string | undefined {
  if (role === undefined) return undefined

  return typeof role === 'string' ? role : JSON.stringify(role)
}

/** Tolerates clock skew between machines. */
const ALLOWED_SKEW_S = 30

/** Refuses claims with an invalid time or audience. Missing claims are not checked. */
function judgeClaims(
  claims: Readonly<Record<string, unknown>>,
  audience: string | null,
  clock: Clock,
): void {
  const now = secondsNow(clock)
  const expires = timeIn(claims, 'exp')
  const begins = timeIn(claims, 'nbf')
  const issued = timeIn(claims, 'iat')

  if (expires !== undefined && now - ALLOWED_SKEW_S > expires) throw claimsRefused('JWT expired')
  if (begins !== undefined && now + ALLOWED_SKEW_S < begins)
    throw claimsRefused('JWT not yet valid')
  if (issued !== undefined && now + ALLOWED_SKEW_S < issued)
    throw claimsRefused('JWT issued at future')

  const audiences = audiencesIn(claims)
  if (audience !== null && audiences.length > 0 && !audiences.includes(audience)) {
    throw claimsRefused('JWT not in audience')
  }
}

function timeIn(claims: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = claims[name]
  if (value == null) return undefined
  if (typeof value !== 'number') throw claimsRefused(`The JWT '${name}' claim must be a number`)

  return Math.trunc(value)
}

function audiencesIn({ aud }: Readonly<Record<string, unknown>>): string[] {
  if (aud == null) return []
  const list: unknown[] = Array.isArray(aud) ? aud : [aud]
  if (!list.every((one): one is string => typeof one === 'string')) {
    throw claimsRefused("The JWT 'aud' claim must be a string or an array of strings")
  }

  return list
}
