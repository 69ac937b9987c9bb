import { takeCode } from '#github/grants/codes.ts'
import type { Token } from '#github/grants/grant-memory.ts'
import { issueToken, renewToken } from '#github/grants/tokens.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import { mustVerifyFirst } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { matchesChallenge } from '#oauth/pkce.ts'
import type { Parameters } from '#oauth/read-parameters.ts'
import type { Denial } from './denials.ts'

/** Exchanges a code or a refresh token. */
export async function exchange(needs: GithubNeeds, asked: Parameters): Promise<Token | Denial> {
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
