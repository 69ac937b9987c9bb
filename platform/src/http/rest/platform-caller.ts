import { type Caller, visitor } from '#db/database.ts'
import type { ApiKeys } from '#tokens/api-keys.ts'
import { opens, scopeFor } from '#tokens/client-token.ts'
import type { Tokens } from '#tokens/open-tokens.ts'
import { type Bearer, type BearerRefusal, readBearer } from '#tokens/read-bearer.ts'
import { claimsRefused, scopeMissing, tokenRefused } from './jwt-errors.ts'
import type { RestRequest } from './rest-request.ts'

type Needs = { tokens: Tokens; apiKeys: ApiKeys }

/** Determines the caller of the platform's data API: the member of a token, else the API key's role. */
export function platformCallers(needs: Needs) {
  return ({ header, method }: Pick<RestRequest, 'header' | 'method'>): Caller | Promise<Caller> => {
    const presented = { authorization: header('authorization'), apikey: header('apikey') }
    const bearer = readBearer(needs, presented)

    return bearer instanceof Promise
      ? bearer.then((read) => callerOf(read, method))
      : callerOf(bearer, method)
  }
}

function callerOf(bearer: Bearer, method: string): Caller {
  if (bearer.kind === 'refused') throw refusal(bearer.reason)
  if (bearer.kind === 'nobody') return visitor
  const { claims } = bearer
  if (!opens(claims, scopeFor(method))) throw scopeMissing(scopeFor(method))

  return typeof claims.role === 'string'
    ? { role: claims.role, claims }
    : { role: visitor.role, claims: { ...claims, role: visitor.role } }
}

function refusal(reason: BearerRefusal) {
  switch (reason) {
    case 'of an unknown role':
      return claimsRefused('JWT role is not allowed')
    case 'expired':
      return claimsRefused('JWT expired')
    case 'not valid yet':
      return claimsRefused('JWT not yet valid')
    case 'malformed':
      return tokenRefused('JWT cryptographic operation failed')
    case 'unknown key':
    case 'bad signature':
      return tokenRefused(
        'No suitable key or wrong key type',
        'None of the keys was able to decode the JWT',
      )
  }
}
