import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import {
  mayCallBack,
  type Registration,
  rightCallback,
} from '#github/registrations/registration.ts'
import { fullCallback, productUrls, withAnswer } from '#oauth/callbacks.ts'
import { isChallenge } from '#oauth/pkce.ts'
import { answerDenial, type Denial } from './denials.ts'

/** A client's request for authorization. */
export type AuthorizeRequest = {
  registration: Registration
  callback: string
  state: string | undefined
  challenge: string | null
  scopes: string[]
  /** The person whom the client expects. */
  login: string | undefined
  allowsSignup: boolean
}

type Checked =
  | { is: 'valid'; request: AuthorizeRequest }
  /** The client gets the error at its callback. */
  | { is: 'refused'; location: string }
  /** No trusted callback: only the person sees the error. */
  | { is: 'invalid'; problem: string }

export function checkAuthorizeRequest(
  needs: GithubNeeds,
  query: Readonly<Record<string, string>>,
): Checked {
  const registration = findRegistration(needs, query.client_id)
  if (!registration) return invalid('No application is registered with this client_id.')

  const asked = query.redirect_uri
  const ownUrls = productUrls(needs.product)
  if (asked !== undefined && !mayCallBack(registration, asked, ownUrls)) {
    const callback = rightCallback(registration, asked, ownUrls)
    return callback
      ? refused(callback, 'redirect_uri_mismatch', query.state)
      : invalid('The redirect_uri is not one that this application registered.')
  }

  const callback = asked ?? fullCallback(registration.callbacks)
  if (!callback) return invalid('This application must say its redirect_uri.')
  if (needs.memory.grants.state.suspended.includes(registration.clientId)) {
    return refused(callback, 'application_suspended', query.state)
  }
  if (!hasValidChallenge(query)) return refused(callback, 'invalid_request', query.state)

  return { is: 'valid', request: { registration, callback, ...parametersIn(query) } }
}

/** GitHub supports S256 only: another method fails here, not at the exchange. */
const hasValidChallenge = (query: Readonly<Record<string, string>>) =>
  query.code_challenge === undefined
    ? query.code_challenge_method === undefined
    : query.code_challenge_method === 'S256' && isChallenge(query.code_challenge)

const parametersIn = (query: Readonly<Record<string, string>>) => ({
  state: query.state,
  challenge: query.code_challenge ?? null,
  scopes: (query.scope ?? '').split(/[\s,]+/).filter(Boolean),
  login: query.login,
  allowsSignup: query.allow_signup !== 'false',
})

const invalid = (problem: string) => ({ is: 'invalid' as const, problem })

const refused = (callback: string, error: Denial, state: string | undefined) => ({
  is: 'refused' as const,
  location: withAnswer(callback, { ...answerDenial(error), state }),
})
