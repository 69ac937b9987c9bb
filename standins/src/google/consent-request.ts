import { isRegistered, productUrls } from '#oauth/callbacks.ts'
import { isChallenge } from '#oauth/pkce.ts'
import type { Client } from './client.ts'
import { findClient, type GoogleNeeds } from './needs.ts'

/** A client's request for authorization. */
export type ConsentRequest = {
  client: Client
  callback: string
  state: string | undefined
  nonce: string | undefined
  challenge: string | null
  scopes: string[]
  /** The person whom the client expects. */
  loginHint: string | undefined
  wantsOffline: boolean
  /** Requests a new consent although one was given before. */
  forcesConsent: boolean
}

/** Google shows a broken request to the person, never to the client: nothing in it can be trusted. */
type Problem = { status: 400 | 401; error: string; says: string }

export function checkConsentRequest(
  needs: GoogleNeeds,
  query: Readonly<Record<string, string>>,
): ConsentRequest | Problem {
  const client = findClient(needs, query.client_id)
  if (!client) return problem(401, 'invalid_client', 'No program has this client_id.')
  const callback = query.redirect_uri ?? ''
  if (!isRegistered(client.callbacks, callback, productUrls(needs.product))) {
    return problem(400, 'redirect_uri_mismatch', 'This redirect_uri is not a registered one.')
  }
  if (query.response_type !== 'code') {
    return problem(400, 'unsupported_response_type', 'The response_type must be code.')
  }
  if (!query.scope) return problem(400, 'invalid_request', 'The scope is missing.')
  if (!hasValidChallenge(query)) {
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

const hasValidChallenge = (query: Readonly<Record<string, string>>) =>
  query.code_challenge === undefined ||
  (query.code_challenge_method === 'S256' && isChallenge(query.code_challenge))
