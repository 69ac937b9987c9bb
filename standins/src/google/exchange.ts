import { matchesChallenge } from '#oauth/pkce.ts'
import type { Parameters } from '#oauth/read-parameters.ts'
import type { Client } from './client.ts'
import { issueIdToken } from './id-token.ts'
import { consumeIdTokenFault } from './id-token-faults.ts'
import type { GoogleState, Token } from './memory.ts'
import { findPerson, type GoogleNeeds } from './needs.ts'
import { TokenRefusal } from './token-refusal.ts'
import {
  ACCESS_LIFE_S,
  findToken,
  issueAccessToken,
  issueRefreshToken,
  takeCode,
} from './tokens.ts'

type Issued = Pick<Token, 'clientId' | 'sub' | 'scopes'> & {
  accessToken: string
  refreshToken: string | null
  nonce: string | undefined
}

/** Returned, not thrown, inside `change`: a used code must be saved as used even on refusal. */
type Outcome = Issued | TokenRefusal

/** Exchanges a code or a refresh token; throws `TokenRefusal`. */
export async function exchange(needs: GoogleNeeds, client: Client, asked: Parameters) {
  const { google } = needs.memory
  const issued = await google.change((state) => issueFor(state, client, asked, needs.clock.now()))
  if (issued instanceof TokenRefusal) throw issued
  const fault = await google.change(consumeIdTokenFault)
  const person = findPerson(needs, issued.sub)
  if (!person) throw new TokenRefusal('invalid_grant', 'The account is gone.')

  return {
    access_token: issued.accessToken,
    expires_in: ACCESS_LIFE_S,
    ...(issued.refreshToken && { refresh_token: issued.refreshToken }),
    scope: issued.scopes.join(' '),
    token_type: 'Bearer',
    ...(issued.scopes.includes('openid') && {
      id_token: await issueIdToken(needs, { ...issued, person, fault }),
    }),
  }
}

function issueFor(state: GoogleState, client: Client, asked: Parameters, now: number): Outcome {
  switch (asked.grant_type) {
    case 'authorization_code':
      return issueForCode(state, client, asked, now)
    case 'refresh_token':
      return issueForRefreshToken(state, client, asked, now)
    default:
      return new TokenRefusal('unsupported_grant_type', `Invalid grant_type: ${asked.grant_type}`)
  }
}

function issueForCode(state: GoogleState, client: Client, asked: Parameters, now: number): Outcome {
  if (!asked.code) return new TokenRefusal('invalid_request', 'Missing required parameter: code')
  const code = takeCode(state, asked.code, client.clientId, now)
  if (!code) return new TokenRefusal('invalid_grant', 'Malformed auth code.')
  if (asked.redirect_uri !== code.callback) {
    return new TokenRefusal('redirect_uri_mismatch', 'Bad Request')
  }
  if (!matchesChallenge(code.challenge, asked.code_verifier)) {
    return new TokenRefusal('invalid_grant', 'Invalid code verifier.')
  }

  return {
    ...code,
    accessToken: issueAccessToken(state, code, now),
    refreshToken: code.isLasting ? issueRefreshToken(state, code) : null,
  }
}

/** Unlike GitHub's, Google's refresh tokens do not rotate. */
function issueForRefreshToken(
  state: GoogleState,
  client: Client,
  asked: Parameters,
  now: number,
): Outcome {
  const known = findToken(state, asked.refresh_token ?? '', 'refresh', now)
  if (known?.clientId !== client.clientId) {
    return new TokenRefusal('invalid_grant', 'Token has been expired or revoked.')
  }

  return {
    ...known,
    accessToken: issueAccessToken(state, known, now),
    refreshToken: null,
    nonce: undefined,
  }
}
