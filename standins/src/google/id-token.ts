import { createHash } from 'node:crypto'
import { type GoogleNeeds, type IdTokenFault, type Person, pictureOf } from './memory.ts'

const LIFE_S = 3600

type Wanted = {
  person: Person
  clientId: string
  scopes: readonly string[]
  nonce?: string | undefined
  accessToken: string
  /** The fault to inject. */
  fault: IdTokenFault | null
}

/** A signed id token for one client. */
export async function issueIdToken(
  { memory, clock, addresses }: GoogleNeeds,
  { person, clientId, scopes, nonce, accessToken, fault }: Wanted,
): Promise<string> {
  const now = Math.floor(clock.now() / 1000)
  const claims = {
    iss: addresses.http,
    azp: clientId,
    aud: clientId,
    ...claimsAbout(person, scopes, addresses.http),
    at_hash: halfHash(accessToken),
    ...(nonce !== undefined && { nonce }),
    iat: now,
    exp: now + LIFE_S,
  }

  if (fault === 'signature') return memory.keys.forge(claims)
  return memory.keys.sign({ ...claims, ...wrongClaims(fault, clientId, now) })
}

/** The left half of the digest, as OpenID Connect binds an access token to its id token. */
const halfHash = (accessToken: string) =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')

function wrongClaims(fault: IdTokenFault | null, clientId: string, now: number) {
  switch (fault) {
    case 'audience':
      return { aud: 'somebody-else', azp: 'somebody-else' }
    case 'party':
      return { aud: [clientId, 'somebody-else'], azp: 'somebody-else' }
    case 'issuer':
      return { iss: 'https://accounts.example.test' }
    case 'nonce':
      return { nonce: 'not-the-nonce-that-was-sent' }
    case 'expired':
      return { iat: now - 2 * LIFE_S, exp: now - LIFE_S }
    default:
      return {}
  }
}

/** A person's claims, limited by the scopes. */
function claimsAbout(person: Person, scopes: readonly string[], googleUrl: string) {
  const [givenName = '', ...familyNames] = person.name.split(' ')

  return {
    sub: person.sub,
    ...(scopes.includes('email') && {
      email: person.email,
      email_verified: person.emailVerified,
    }),
    ...(scopes.includes('profile') && {
      name: person.name,
      given_name: givenName,
      ...(familyNames.length > 0 && { family_name: familyNames.join(' ') }),
      picture: googleUrl + pictureOf(person),
    }),
  }
}
