import { type Context, Hono } from 'hono'
import { matchesChallenge } from '#oauth/pkce.ts'
import { randomText } from '#oauth/random-text.ts'
import { basicCredentials, type Parameters, readParameters } from '#oauth/token-requests.ts'
import { issueIdToken } from './id-token.ts'
import { consumeIdTokenFault } from './id-token-faults.ts'
import {
  type Client,
  type Code,
  findClient,
  findPerson,
  type GoogleNeeds,
  type GoogleState,
} from './memory.ts'

export function tokenRoutes(needs: GoogleNeeds): Hono {
  return new Hono().post('/token', async (c) => {
    c.header('cache-control', 'no-store')
    try {
      const asked = await readParameters(c)
      return c.json(await exchange(needs, authenticateClient(needs, c, asked), asked))
    } catch (error) {
      if (error instanceof TokenRefusal) return c.json(error.body, error.status)
      throw error
    }
  })
}

function authenticateClient(needs: GoogleNeeds, c: Context, asked: Parameters): Client {
  const { clientId, clientSecret } = basicCredentials(c.req.header('authorization')) ?? {
    clientId: asked.client_id,
    clientSecret: asked.client_secret,
  }
  const client = findClient(needs, clientId)
  if (client && client.clientSecret === clientSecret) return client

  throw new TokenRefusal('invalid_client', 'Unauthorized')
}

/** Returned, not thrown, inside `change`: a used code must be saved as used even on refusal. */
type Outcome = Code | TokenRefusal

/** Exchanges a code; throws `TokenRefusal`. */
async function exchange(needs: GoogleNeeds, client: Client, asked: Parameters) {
  const { google } = needs.memory
  const issued = await google.change((state) => issueFor(state, client, asked, needs.clock.now()))
  if (issued instanceof TokenRefusal) throw issued
  const fault = await google.change(consumeIdTokenFault)
  const person = findPerson(needs, issued.sub)
  const accessToken = newAccessToken()
  if (!person) throw new TokenRefusal('invalid_grant', 'The account is gone.')

  return {
    access_token: accessToken,
    expires_in: ACCESS_LIFE_S,
    ...(issued.isLasting && { refresh_token: newRefreshToken() }),
    scope: issued.scopes.join(' '),
    token_type: 'Bearer',
    ...(issued.scopes.includes('openid') && {
      id_token: await issueIdToken(needs, { ...issued, accessToken, person, fault }),
    }),
  }
}

function issueFor(state: GoogleState, client: Client, asked: Parameters, now: number): Outcome {
  if (asked.grant_type !== 'authorization_code') {
    return new TokenRefusal('unsupported_grant_type', `Invalid grant_type: ${asked.grant_type}`)
  }
  if (!asked.code) return new TokenRefusal('invalid_request', 'Missing required parameter: code')
  const code = takeCode(state, asked.code, client.clientId, now)
  if (!code) return new TokenRefusal('invalid_grant', 'Malformed auth code.')
  if (asked.redirect_uri !== code.callback) {
    return new TokenRefusal('redirect_uri_mismatch', 'Bad Request')
  }
  if (!matchesChallenge(code.challenge, asked.code_verifier)) {
    return new TokenRefusal('invalid_grant', 'Invalid code verifier.')
  }

  return code
}

const ACCESS_LIFE_S = 3599
const CODE_LIFE_MS = 10 * 60 * 1000

export function issueCode(state: GoogleState, wanted: Omit<Code, 'code'>): string {
  const code = `4/0A${randomText(60)}`
  state.codes = state.codes.filter((one) => wanted.issuedAt < one.issuedAt + CODE_LIFE_MS)
  state.codes.push({ ...wanted, code })

  return code
}

/** A code can be used once, even if the exchange fails. */
function takeCode(state: GoogleState, code: string, clientId: string, now: number) {
  const found = state.codes.find((one) => one.code === code && one.clientId === clientId)
  state.codes = state.codes.filter((one) => one !== found)

  return found && now < found.issuedAt + CODE_LIFE_MS ? found : undefined
}

// They open nothing here: the product reads the id token only.
export const newAccessToken = () => `ya29.a0${randomText(80)}`
const newRefreshToken = () => `1//0${randomText(80)}`

type Refused =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'redirect_uri_mismatch'
  | 'unsupported_grant_type'

/** Google, unlike GitHub, answers errors with an error status. */
class TokenRefusal extends Error {
  override readonly name = 'TokenRefusal'
  readonly error: Refused

  constructor(error: Refused, description: string) {
    super(description)
    this.error = error
  }

  get status() {
    return this.error === 'invalid_client' ? (401 as const) : (400 as const)
  }

  get body() {
    return { error: this.error, error_description: this.message }
  }
}
