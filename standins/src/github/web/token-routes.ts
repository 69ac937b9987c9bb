import { Hono } from 'hono'
import {
  ACCESS_LIFE_S,
  issueToken,
  REFRESH_LIFE_S,
  renewToken,
  type Token,
  takeCode,
} from '#github/grants/grants.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import { mustVerifyFirst } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { matchesChallenge } from '#oauth/pkce.ts'
import { type Parameters, readParameters } from '#oauth/token-requests.ts'

/** GitHub answers errors with status 200. */
export const tokenRoutes = (needs: GithubNeeds): Hono =>
  new Hono().post('/login/oauth/access_token', async (c) => {
    const outcome = await exchange(needs, await readParameters(c))
    const answer = typeof outcome === 'string' ? answerDenial(outcome) : answerToken(outcome)

    c.header('cache-control', 'no-store')
    // Form-encoded by default, as on GitHub: a missing Accept header shows here.
    if (c.req.header('accept')?.includes('application/json')) return c.json(answer)
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(answer)) form.set(name, String(value))
    const type = 'application/x-www-form-urlencoded; charset=utf-8'
    return c.body(form.toString(), 200, { 'content-type': type })
  })

const answerToken = ({ accessToken, renewal }: Token) => ({
  access_token: accessToken,
  expires_in: ACCESS_LIFE_S,
  refresh_token: renewal.refreshToken,
  refresh_token_expires_in: REFRESH_LIFE_S,
  scope: '',
  token_type: 'bearer',
})

/** Exchanges a code or a refresh token. */
async function exchange(needs: GithubNeeds, asked: Parameters): Promise<Token | Denial> {
  const registration = findRegistration(needs, asked.client_id)
  if (!registration || registration.clientSecret !== asked.client_secret) {
    return 'incorrect_client_credentials'
  }

  switch (asked.grant_type ?? 'authorization_code') {
    case 'authorization_code':
      return exchangeCode(needs, registration, asked)
    case 'refresh_token':
      return refresh(needs, registration, asked)
    default:
      return 'unsupported_grant_type'
  }
}

function exchangeCode(
  { memory, clock }: GithubNeeds,
  registration: Registration,
  asked: Parameters,
): Promise<Token | Denial> {
  return memory.grants.change((state) => {
    const now = clock.now()
    const code = takeCode(state, asked.code ?? '', registration.clientId, now)
    const person = code && memory.people.byId(code.personId)
    if (!person || !matchesChallenge(code.challenge, asked.code_verifier))
      return 'bad_verification_code'
    if ((asked.redirect_uri ?? code.callback) !== code.callback) return 'redirect_uri_mismatch'
    if (mustVerifyFirst(person)) return 'unverified_user_email'

    return issueToken(state, registration, code, now)
  })
}

const refresh = (
  { memory, clock }: GithubNeeds,
  registration: Registration,
  asked: Parameters,
): Promise<Token | Denial> =>
  memory.grants.change(
    (state) =>
      renewToken(state, registration, asked.refresh_token ?? '', clock.now()) ??
      'bad_refresh_token',
  )

const DESCRIPTIONS = {
  access_denied: 'The user has denied your application access.',
  bad_refresh_token: 'The refresh token passed is incorrect or expired.',
  bad_verification_code: 'The code passed is incorrect or expired.',
  incorrect_client_credentials: 'The client_id and/or client_secret passed are incorrect.',
  invalid_request: 'The code challenge must be an S256 challenge of 43 characters.',
  redirect_uri_mismatch:
    'The redirect_uri MUST match the registered callback URL for this application.',
  unsupported_grant_type: 'The grant_type is not one of those this server supports.',
  unverified_user_email: 'The user must have a verified primary email.',
}

export type Denial = keyof typeof DESCRIPTIONS

/** GitHub's three error fields, at the callback and at the token endpoint alike. */
export const answerDenial = (error: Denial) => ({
  error,
  error_description: DESCRIPTIONS[error],
  error_uri: 'https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps',
})
