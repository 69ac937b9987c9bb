import { type Context, Hono } from 'hono'
import { matchesChallenge } from '#oauth/pkce.ts'
import { randomText } from '#oauth/random-text.ts'
import { basicCredentials, type Parameters, readParameters } from '#oauth/token-requests.ts'
import { MINUTE_MS } from '#runtime/clock.ts'
import { issueIdToken } from './id-token.ts'
import { type Code, findPerson, type GoogleNeeds, type GoogleState, localClient } from './memory.ts'

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

const CODE_LIFE_MS = 10 * MINUTE_MS

export function issueCode(state: GoogleState, wanted: Omit<Code, 'code'>): string {
  const code = `4/0A${randomText(60)}`
  state.codes = state.codes.filter((one) => wanted.issuedAt < one.issuedAt + CODE_LIFE_MS)
  state.codes.push({ ...wanted, code })

  return code
}

/** A code can be used once, even if the exchange fails. */
function takeCode(state: GoogleState, code: string, now: number): Code | undefined {
  const found = state.codes.find((one) => one.code === code)
  state.codes = state.codes.filter((one) => one !== found)

  return found && now < found.issuedAt + CODE_LIFE_MS ? found : undefined
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
