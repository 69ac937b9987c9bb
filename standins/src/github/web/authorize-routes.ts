import type { Hono } from 'hono'
import { html } from 'hono/html'
import { grantAccess, issueCode } from '#github/grants/grants.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import { avatarOf, type Person, primaryEmail } from '#github/people/person.ts'
import {
  listOfRights,
  type Registration,
  rightCallback,
} from '#github/registrations/registration.ts'
import { isRegistered, productUrls, withAnswer } from '#oauth/callbacks.ts'
import { type Choice, consentPages } from '#oauth/consent.ts'
import { hasValidChallenge } from '#oauth/pkce.ts'
import { answerDenial, type Denial } from './token-routes.ts'

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
      return issueCode(all, { ...wanted, callback, challenge }, needs.clock.now())
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
