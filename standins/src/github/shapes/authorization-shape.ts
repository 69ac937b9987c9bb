import { createHash } from 'node:crypto'
import type { Grant, Token } from '#github/grants/grant-memory.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'
import type { Addresses } from './addresses.ts'
import { githubTime, simpleUser } from './user-shapes.ts'

type Told = { token: Token; grant: Grant; person: Person; registration: Registration }

/** What GitHub tells a program about a token of its own. */
export function authorizationShape(
  addresses: Addresses,
  { token, grant, person, registration }: Told,
) {
  return {
    id: grant.id,
    url: `${addresses.api}/authorizations/${grant.id}`,
    app: { client_id: registration.clientId, name: registration.name, url: addresses.web },
    token: token.accessToken,
    hashed_token: createHash('sha256').update(token.accessToken).digest('hex'),
    token_last_eight: token.accessToken.slice(-8),
    note: null,
    note_url: null,
    created_at: githubTime(token.issuedAt),
    updated_at: githubTime(token.issuedAt),
    scopes: token.scopes,
    fingerprint: null,
    expires_at: token.renewal ? githubTime(token.renewal.accessUntil) : null,
    user: simpleUser(addresses, person),
  }
}
