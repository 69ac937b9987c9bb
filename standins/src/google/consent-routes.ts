import type { Hono } from 'hono'
import { html } from 'hono/html'
import { isRegistered, productUrls, withAnswer } from '#oauth/callbacks.ts'
import { addCode } from '#oauth/codes.ts'
import { consentPages, type PersonLine } from '#oauth/consent.ts'
import { hasValidChallenge } from '#oauth/pkce.ts'
import { randomText } from '#oauth/random-text.ts'
import {
  findByEmail,
  findPerson,
  type GoogleNeeds,
  localClient,
  type Person,
  pictureOf,
} from './memory.ts'

/** The page on which a person signs in. */
export function consentRoutes(needs: GoogleNeeds): Hono {
  const { google } = needs.memory
  const latest = () => findPerson(needs, google.state.latestSub ?? '') ?? google.state.people[0]

  const approve = async ({ state, ...asked }: ConsentRequest, { sub }: Person) => {
    const code = await google.change((all) => {
      all.latestSub = sub
      const code = `4/0A${randomText(60)}`
      return addCode(all, { ...asked, code, sub, issuedAt: needs.clock.now() })
    })
    return withAnswer(asked.callback, { state, code, scope: asked.scopes.join(' '), authuser: '0' })
  }

  return consentPages<ConsentRequest>(needs, {
    path: '/o/oauth2/v2/auth',
    check: (query) => checkConsentRequest(needs, query),
    describe: ({ scopes }) => ({
      title: `Sign in to ${localClient.name}`,
      lead: html`${localClient.name} asks Google for: ${scopes.map((one, i) => html`${i > 0 ? ', ' : ''}<code>${one}</code>`)}.`,
      verb: 'Continue',
    }),
    choices: () =>
      google.state.people.map((one) => ({
        ...lineOf(one),
        value: one.email,
        isChosen: one === latest(),
      })),
    approve(asked, email) {
      const person = findByEmail(needs, email)
      return person && approve(asked, person)
    },
    denial: { error: 'access_denied' },
  })
}

export const lineOf = (person: Person): PersonLine => ({
  picture: pictureOf(person),
  name: person.name,
  note: person.emailVerified ? person.email : `${person.email}, not verified`,
})

/** A client's request for authorization. */
type ConsentRequest = {
  callback: string
  state: string | undefined
  nonce: string | undefined
  challenge: string | null
  scopes: string[]
  /** Asks for a refresh token as well. */
  isLasting: boolean
}

/** Google shows a broken request to the person, never to the client: nothing in it can be trusted. */
function checkConsentRequest(needs: GoogleNeeds, query: Readonly<Record<string, string>>) {
  const { redirect_uri: callback = '', response_type: type, scope } = query
  if (query.client_id !== localClient.clientId) {
    return blocked(401, 'invalid_client', 'No program has this client_id.')
  }
  if (!isRegistered(localClient.callbacks, callback, productUrls(needs.product))) {
    return blocked(400, 'redirect_uri_mismatch', 'This redirect_uri is not a registered one.')
  }
  if (type !== 'code') {
    return blocked(400, 'unsupported_response_type', 'The response_type must be code.')
  }
  if (!scope) return blocked(400, 'invalid_request', 'The scope is missing.')
  if (!hasValidChallenge(query)) {
    return blocked(400, 'invalid_request', 'The code challenge must be an S256 challenge.')
  }

  return {
    callback,
    state: query.state,
    nonce: query.nonce,
    challenge: query.code_challenge ?? null,
    scopes: scope.split(' ').filter(Boolean),
    isLasting: query.access_type === 'offline',
  }
}

const blocked = (status: 400 | 401, error: string, says: string) => ({
  status,
  heading: 'Access blocked',
  says: html`${says} Error ${status}: <code>${error}</code>`,
})
