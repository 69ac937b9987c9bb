import { type Caller, visitor } from '#db/database.ts'
import type { ApiKeys } from '#tokens/api-keys.ts'
import type { Tokens } from '#tokens/open-tokens.ts'
import { type BearerRefusal, readBearer } from '#tokens/read-bearer.ts'
import { claimsRefused, tokenRefused } from './jwt-errors.ts'
import type { RestRequest } from './rest-request.ts'

type Needs = { tokens: Tokens; apiKeys: ApiKeys }

/** Callers of the platform's data API: a member's token, else the role of the key beside it. */
export function platformCallers(needs: Needs) {
  return async (request: Pick<RestRequest, 'header'>): Promise<Caller> => {
    const bearer = await readBearer(needs, {
      authorization: request.header('authorization'),
      apikey: request.header('apikey'),
    })
    if (bearer.kind === 'refused') throw refusal(bearer.reason)
    if (bearer.kind === 'nobody') return visitor

    const { role } = bearer.claims
    return typeof role === 'string'
      ? { role, claims: bearer.claims }
      : { role: visitor.role, claims: { ...bearer.claims, role: visitor.role } }
  }
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
