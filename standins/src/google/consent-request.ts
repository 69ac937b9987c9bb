import { homesOf, isRegistered } from '#oauth/callbacks.ts'
import { isChallenge } from '#oauth/pkce.ts'
import type { Client } from './client.ts'
import { findClient, type GoogleNeeds } from './needs.ts'

/** What a program asks of a person. */
export type ConsentRequest = {
  client: Client
  callback: string
  state: string | undefined
  nonce: string | undefined
  challenge: string | null
  scopes: string[]
  /** Who the program thinks is coming. */
  loginHint: string | undefined
  wantsOffline: boolean
  /** Asked again although consent was given before. */
  forcesConsent: boolean
}

/** Google tells a person about a broken request, never the program: there is nothing about it to trust. */
type Problem = { status: 400 | 401; error: string; says: string }

export function judgeConsentRequest(
  needs: GoogleNeeds,
  query: Readonly<Record<string, string>>,
): ConsentRequest | Problem {
  const client = findClient(needs, query.client_id)
  if (!client) return problem(401, 'invalid_client', 'No program has this client_id.')
  const callback = query.redirect_uri ?? ''
  if (!isRegistered(client.callbacks, callback, homesOf(needs.product))) {
    return problem(400, 'redirect_uri_mismatch', 'This redirect_uri is not a registered one.')
  }
  if (query.response_type !== 'code') {
    return problem(400, 'unsupported_response_type', 'The response_type must be code.')
  }
  if (!query.scope) return problem(400, 'invalid_request', 'The scope is missing.')
  if (!hasSoundChallenge(query)) {
    return problem(400, 'invalid_request', 'The code challenge must be an S256 challenge.')
  }

  return {
    client,
    callback,
    state: query.state,
    nonce: query.nonce,
    challenge: query.code_challenge ?? null,
    scopes: query.scope.split(' ').filter(Boolean),
    loginHint: query.login_hint,
    wantsOffline: query.access_type === 'offline',
    forcesConsent: query.prompt?.split(' ').includes('consent') ?? false,
  }
}

const problem = (status: Problem['status'], error: string, says: string): Problem => ({
  status,
  error,
  says,
})

const hasSoundChallenge = (query: Readonly<Record<string, string>>) =>
  query.code_challenge === undefined ||
  (query.code_challenge_method === 'S256' && isChallenge(query.code_challenge))
