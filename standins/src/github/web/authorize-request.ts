import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import {
  mayCallBack,
  type Registration,
  rightCallback,
} from '#github/registrations/registration.ts'
import { fullCallback, homesOf, withAnswer } from '#oauth/callbacks.ts'
import { isChallenge } from '#oauth/pkce.ts'
import { answerDenial, type Denial } from './denials.ts'

/** What a program asks of a person. */
export type AuthorizeRequest = {
  registration: Registration
  callback: string
  state: string | undefined
  challenge: string | null
  scopes: string[]
  /** Who the program thinks is coming. */
  login: string | undefined
  allowsSignup: boolean
}

type Judged =
  | { is: 'sound'; request: AuthorizeRequest }
  /** The program is told at its callback. */
  | { is: 'refused'; location: string }
  /** There is no callback to trust: only the person can be told. */
  | { is: 'senseless'; problem: string }

export function judgeAuthorizeRequest(
  needs: GithubNeeds,
  query: Readonly<Record<string, string>>,
): Judged {
  const registration = findRegistration(needs, query.client_id)
  if (!registration) return senseless('No application is registered with this client_id.')

  const asked = query.redirect_uri
  const homes = homesOf(needs.product)
  if (asked !== undefined && !mayCallBack(registration, asked, homes)) {
    const callback = rightCallback(registration, asked, homes)
    return callback
      ? refused(callback, 'redirect_uri_mismatch', query.state)
      : senseless('The redirect_uri is not one that this application registered.')
  }

  const callback = asked ?? fullCallback(registration.callbacks)
  if (!callback) return senseless('This application must say its redirect_uri.')
  if (needs.memory.grants.state.suspended.includes(registration.clientId)) {
    return refused(callback, 'application_suspended', query.state)
  }
  if (!hasSoundChallenge(query)) return refused(callback, 'invalid_request', query.state)

  return { is: 'sound', request: { registration, callback, ...wishesIn(query) } }
}

/** GitHub knows S256 only: whoever sends another method learns it now and not at the exchange. */
const hasSoundChallenge = (query: Readonly<Record<string, string>>) =>
  query.code_challenge === undefined
    ? query.code_challenge_method === undefined
    : query.code_challenge_method === 'S256' && isChallenge(query.code_challenge)

const wishesIn = (query: Readonly<Record<string, string>>) => ({
  state: query.state,
  challenge: query.code_challenge ?? null,
  scopes: (query.scope ?? '').split(/[\s,]+/).filter(Boolean),
  login: query.login,
  allowsSignup: query.allow_signup !== 'false',
})

const senseless = (problem: string) => ({ is: 'senseless' as const, problem })

const refused = (callback: string, error: Denial, state: string | undefined) => ({
  is: 'refused' as const,
  location: withAnswer(callback, { ...answerDenial(error), state }),
})
