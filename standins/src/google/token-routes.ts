import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { takeCode } from '#oauth/codes.ts'
import { matchesChallenge } from '#oauth/pkce.ts'
import { randomText } from '#oauth/random-text.ts'
import { basicCredentials, type Parameters, readParameters } from '#oauth/token-requests.ts'
import {
  findPerson,
  type GoogleNeeds,
  type GoogleState,
  type IdTokenFault,
  localClient,
  type Person,
  pictureOf,
} from './memory.ts'

export const tokenRoutes = (needs: GoogleNeeds): Hono =>
  new Hono().post('/token', async (c) => {
    c.header('cache-control', 'no-store')
    const asked = await readParameters(c)
    if (!isLocalClient(c, asked)) return c.json(refusal('invalid_client', 'Unauthorized'), 401)
    const answer = await exchange(needs, asked)
    return c.json(answer, 'error' in answer ? 400 : 200)
  })

function isLocalClient(
  c: Context,
  { client_id: clientId, client_secret: clientSecret }: Parameters,
) {
  const given = basicCredentials(c.req.header('authorization')) ?? { clientId, clientSecret }

  return given.clientId === localClient.clientId && given.clientSecret === localClient.clientSecret
}

/** Google, unlike GitHub, answers errors with an error status. */
const refusal = (error: string, error_description: string) => ({ error, error_description })

const ACCESS_LIFE_S = 3599

async function exchange(needs: GoogleNeeds, asked: Parameters) {
  const { google } = needs.memory
  const { grant_type: type } = asked
  if (type !== 'authorization_code') {
    return refusal('unsupported_grant_type', `Invalid grant_type: ${type}`)
  }
  const { code } = asked
  if (!code) return refusal('invalid_request', 'Missing required parameter: code')
  const issued = await google.change((state) => takeCode(state, code, needs.clock.now()))
  if (!issued) return refusal('invalid_grant', 'Malformed auth code.')
  if (asked.redirect_uri !== issued.callback) return refusal('redirect_uri_mismatch', 'Bad Request')
  if (!matchesChallenge(issued.challenge, asked.code_verifier)) {
    return refusal('invalid_grant', 'Invalid code verifier.')
  }
  const fault = await google.change(consumeIdTokenFault)
  const person = findPerson(needs, issued.sub)
  if (!person) return refusal('invalid_grant', 'The account is gone.')
  const accessToken = newAccessToken()
  const { clientId } = localClient

  return {
    access_token: accessToken,
    expires_in: ACCESS_LIFE_S,
    ...(issued.isLasting && { refresh_token: `1//0${randomText(80)}` }),
    scope: issued.scopes.join(' '),
    token_type: 'Bearer',
    ...(issued.scopes.includes('openid') && {
      id_token: await issueIdToken(needs, { ...issued, clientId, accessToken, person, fault }),
    }),
  }
}

/** The fault of the next id token, if any; counts as one use of it. */
function consumeIdTokenFault(state: GoogleState) {
  const [fault] = state.idTokenFaults
  if (!fault) return null
  fault.remaining -= 1
  state.idTokenFaults = state.idTokenFaults.filter(({ remaining }) => remaining > 0)

  return fault.kind
}

// They open nothing here: the product reads the id token only.
export const newAccessToken = () => `ya29.a0${randomText(80)}`

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
