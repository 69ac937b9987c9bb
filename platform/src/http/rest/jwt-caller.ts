import type { Clock } from '#clock/clock.ts'
import type { Caller } from '#db/database.ts'
import { rememberVerified } from '#tokens/remember-verified.ts'
import { judgeClaims } from './jwt-claims.ts'
import { anonymousRefused, secretMissing } from './jwt-errors.ts'
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

/** Clients repeat their tokens. Signatures are verified once, times at every use. */
function remembering(clock: Clock, verify: (token: string) => Promise<Caller>) {
  const verified = rememberVerified<Caller>(clock, ({ claims }) => claims)

  const callerOfNew = async (token: string): Promise<Caller> => {
    const caller = await verify(token)
    verified.add(token, caller)
    return caller
  }

  return (token: string): Caller | Promise<Caller> => verified.find(token) ?? callerOfNew(token)
}

/** undefined without a token or with another scheme than Bearer. */
const bearerToken = rememberTexts((authorization): string | undefined => {
  const bearer = /^bearer(?:\s+(.*))?$/i.exec(authorization)

  return bearer ? (bearer[1] ?? '').trim() : undefined
})

function roleIn({ role }: Claims): string | undefined {
  if (role === undefined) return undefined

  return typeof role === 'string' ? role : JSON.stringify(role)
}
