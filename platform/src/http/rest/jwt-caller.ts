import type { Clock } from '#clock/clock.ts'
import type { Caller } from '#db/database.ts'
import { rememberVerified } from '#tokens/remember-verified.ts'
import { judgeClaims } from './jwt-claims.ts'
import { anonymousRefused, secretMissing } from './jwt-errors.ts'
import { rememberTexts } from './remember-texts.ts'
import type { RestRequest } from './rest-request.ts'
import { type Claims, signatureVerifier } from './verify-signature.ts'

type Options = {
  /** null: no token can be believed. */
  secret: string | null
  audience: string | null
  anonRole: string | null
  clock: Clock
}

/** Callers by the rules of a data API that stands alone: a signed token names the role. */
export function jwtCallers({ secret, audience, anonRole, clock }: Options) {
  const verify = secret === null ? refuseAll : signatureVerifier(secret)
  const callerWith = remembering(clock, async (token) => callerOf(await verify(token), anonRole))
  const guest = callerOf({}, anonRole)

  return async (request: Pick<RestRequest, 'header'>): Promise<Caller> => {
    const token = bearerToken(request.header('authorization'))
    const caller = token === undefined ? guest : await callerWith(token)
    judgeClaims(caller.claims, audience, clock)
    if (caller.role === null) throw anonymousRefused()

    return caller
  }
}

function callerOf(claims: Claims, anonRole: string | null): Caller {
  const role = roleIn(claims) ?? anonRole

  return { role, claims: { ...claims, role } }
}

const refuseAll = () => Promise.reject(secretMissing())

/** A client shows one token many times. Signatures stay good; times are judged at every use. */
function remembering(clock: Clock, verify: (token: string) => Promise<Caller>) {
  const verified = rememberVerified<Caller>(clock, ({ claims }) => claims)

  return async (token: string): Promise<Caller> => {
    const known = verified.find(token)
    if (known) return known

    const caller = await verify(token)
    verified.add(token, caller)
    return caller
  }
}

/** undefined when nobody showed one; another scheme than Bearer shows none. */
const bearerToken = rememberTexts((authorization): string | undefined => {
  const bearer = /^bearer(?:\s+(.*))?$/i.exec(authorization)

  return bearer ? (bearer[1] ?? '').trim() : undefined
})

function roleIn({ role }: Claims): string | undefined {
  if (role === undefined) return undefined

  return typeof role === 'string' ? role : JSON.stringify(role)
}
