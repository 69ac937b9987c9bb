import { Hono } from 'hono'
import { html } from 'hono/html'
import {
  ACCESS_LIFE_S,
  type Code,
  grantAccess,
  issueToken,
  REFRESH_LIFE_S,
  renewToken,
  type Token,
} from '#github/grants/grants.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import { avatarOf, mustVerifyFirst, type Person, primaryEmail } from '#github/people/person.ts'
import {
  listOfRights,
  type Registration,
  rightCallback,
} from '#github/registrations/registration.ts'
import { isRegistered, productUrls, withAnswer } from '#oauth/callbacks.ts'
import { addCode, takeCode } from '#oauth/codes.ts'
import { type Choice, consentPages } from '#oauth/consent.ts'
import { hasValidChallenge, matchesChallenge } from '#oauth/pkce.ts'
import { randomText } from '#oauth/random-text.ts'
import { type Parameters, readParameters } from '#oauth/token-requests.ts'

/** The page on which a person authorizes a program. */
export function authorizeRoutes(needs: GithubNeeds): Hono {
  const { people, grants } = needs.memory

  const approve = async (
    { registration, callback, challenge, state }: AuthorizeRequest,
    person: Person,
  ) => {
    const wanted = { clientId: registration.clientId, personId: person.id }
    await people.remember(person)
    const code = await grants.change((all) => {
      grantAccess(all, wanted, needs.clock.now())
      const code = randomText(20)
      return addCode(all, { ...wanted, code, callback, challenge, issuedAt: needs.clock.now() })
    })
    return withAnswer(callback, { code, state })
  }

  return consentPages<AuthorizeRequest>(needs, {
    path: '/login/oauth/authorize',
    check: (query) => checkAuthorizeRequest(needs, query),
    describe: ({ registration: { name, permissions } }) => ({
      title: `Authorize ${name}`,
      lead: html`${name} wants to know who you are on GitHub, and may use: ${listOfRights(permissions)}.`,
      verb: 'Authorize',
    }),
    choices: () => people.all().map((one) => choiceOf(one, people.latest() ?? people.all()[0])),
    approve(asked, login) {
      const person = people.byLogin(login)
      return person && approve(asked, person)
    },
    denial: answerDenial('access_denied'),
  })
}

const choiceOf = (person: Person, chosen: Person | undefined): Choice => ({
  picture: avatarOf(person),
  name: person.name ?? person.login,
  detail: person.name === null ? '' : person.login,
  note: emailNote(person),
  value: person.login,
  isChosen: person === chosen,
})

function emailNote(person: Person): string {
  const primary = primaryEmail(person)
  if (!primary) return 'no e-mail address'
  if (!primary.verified) return `${primary.email}, not verified`

  return primary.visibility === 'public' ? primary.email : `${primary.email}, private`
}

/** A client's request for authorization. */
type AuthorizeRequest = {
  registration: Registration
  callback: string
  state: string | undefined
  challenge: string | null
}

function checkAuthorizeRequest(needs: GithubNeeds, query: Readonly<Record<string, string>>) {
  const { state, redirect_uri: callback = '' } = query
  const refused = (at: string, error: Denial) => ({
    location: withAnswer(at, { ...answerDenial(error), state }),
  })
  const registration = findRegistration(needs, query.client_id)
  if (!registration) return invalid('No application is registered with this client_id.')

  const ownUrls = productUrls(needs.product)
  if (!isRegistered(registration.callbacks, callback, ownUrls)) {
    const right = rightCallback(registration, callback, ownUrls)
    return right
      ? refused(right, 'redirect_uri_mismatch')
      : invalid('The redirect_uri is not one that this application registered.')
  }
  // GitHub supports S256 only: another method fails here, not at the exchange.
  if (!hasValidChallenge(query)) return refused(callback, 'invalid_request')

  return { registration, callback, state, challenge: query.code_challenge ?? null }
}

const invalid = (says: string) => ({
  status: 404 as const,
  heading: 'This request makes no sense',
  says,
})

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
    // Another client's attempt does not use the code up.
    const isOwn = ({ clientId }: Code) => clientId === registration.clientId
    const code = takeCode(state, asked.code ?? '', now, isOwn)
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

type Denial = keyof typeof DESCRIPTIONS

/** GitHub's three error fields, at the callback and at the token endpoint alike. */
const answerDenial = (error: Denial) => ({
  error,
  error_description: DESCRIPTIONS[error],
  error_uri: 'https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps',
})
