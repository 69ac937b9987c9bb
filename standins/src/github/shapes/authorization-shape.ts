import { createHash } from 'node:crypto'
import type { Grant, Token } from '#github/grants/grant-memory.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'
import type { Addresses } from './addresses.ts'
import { githubTime, simpleUser } from './user-shapes.ts'

type Facts = { token: Token; grant: Grant; person: Person; registration: Registration }

/** A program's own token, as GitHub describes it. */
export function authorizationShape(
  addresses: Addresses,
  { token, grant, person, registration }: Facts,
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
