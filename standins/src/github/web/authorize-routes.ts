import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { grantAccess, issueCode } from '#github/grants/grants.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import { avatarOf, type Person, primaryEmail } from '#github/people/person.ts'
import { type Registration, rightCallback } from '#github/registrations/registration.ts'
import { formTargetsFor, isRegistered, productUrls, withAnswer } from '#oauth/callbacks.ts'
import { type PersonLine, personForm } from '#oauth/person-choice.ts'
import { isChallenge } from '#oauth/pkce.ts'
import { problem as showProblem } from '#runtime/kit.ts'
import type { Markup } from '#runtime/page.ts'
import { answerDenial, type Denial } from './token-routes.ts'

/** The page on which a person authorizes a program. Its form posts to the same URL with its query. */
export function authorizeRoutes(needs: GithubNeeds): Hono {
  const { people } = needs.memory

  const ask = (c: Context, request: AuthorizeRequest, problem?: string) =>
    needs.showPage(c, {
      title: `Authorize ${request.registration.name}`,
      status: problem ? 422 : 200,
      body: authorizePage({
        request,
        people: people.all(),
        chosen: people.byLogin(request.login ?? '') ?? people.latest() ?? people.all()[0],
        problem,
      }),
      formTargets: formTargetsFor(request.callback, productUrls(needs.product)),
    })

  const decide = async (c: Context, request: AuthorizeRequest) => {
    const form = await c.req.parseBody()
    const { callback, state } = request
    if (form.decision === 'deny') {
      return c.redirect(withAnswer(callback, { ...answerDenial('access_denied'), state }))
    }

    const person = people.byLogin(String(form.person))
    return person
      ? c.redirect(await approve(needs, request, person))
      : ask(c, request, 'Choose somebody first.')
  }

  const onValidRequest =
    (go: (c: Context, request: AuthorizeRequest) => Response | Promise<Response>) =>
    (c: Context) => {
      const checked = checkAuthorizeRequest(needs, c.req.query())
      if (checked.is === 'valid') return go(c, checked.request)
      if (checked.is === 'refused') return c.redirect(checked.location)
      return needs.showPage(c, {
        title: 'Not possible',
        status: 404,
        body: invalidRequestPage(checked.problem),
      })
    }

  return new Hono()
    .get('/login/oauth/authorize', onValidRequest(ask))
    .post('/login/oauth/authorize', onValidRequest(decide))
}

const invalidRequestPage = (problem: string) => html`
  <h1>This request makes no sense</h1>
  <p class="lead">${problem}</p>`

/** Grants the request and returns the callback with the code. */
async function approve(
  { memory, clock }: GithubNeeds,
  { registration, callback, challenge, state }: AuthorizeRequest,
  person: Person,
): Promise<string> {
  const wanted = { clientId: registration.clientId, personId: person.id }

  await memory.people.remember(person)
  const code = await memory.grants.change((grants) => {
    grantAccess(grants, wanted, clock.now())
    return issueCode(grants, { ...wanted, callback, challenge }, clock.now())
  })

  return withAnswer(callback, { code, state })
}

type Shown = {
  request: AuthorizeRequest
  people: readonly Person[]
  chosen: Person | undefined
  problem: string | undefined
}

const authorizePage = ({ request, people, chosen, problem }: Shown): Markup => html`
  <div class="narrow">
    <h1>Authorize ${request.registration.name}</h1>
    <p class="lead">${request.registration.name} wants to know who you are on GitHub${rights(request)}.</p>
    ${showProblem(problem)}
    ${personForm(
      people.map((one) => ({ ...lineOf(one), value: one.login, isChosen: one === chosen })),
      'Authorize',
    )}
    <p class="quiet">Afterwards you go back to <code>${new URL(request.callback).origin}</code>.</p>
  </div>`

function rights({ registration }: AuthorizeRequest): Markup | string {
  const names = Object.entries(registration.permissions).map(
    ([name, access]) => `${name} (${access})`,
  )
  if (names.length === 0) return ''

  return html`, and may use: ${names.map((name, i) => html`${i > 0 ? ', ' : ''}<code>${name}</code>`)}`
}

const lineOf = (person: Person): PersonLine => ({
  picture: avatarOf(person),
  name: person.name ?? person.login,
  detail: person.name === null ? '' : person.login,
  note: emailNote(person),
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
  /** The person whom the client expects. */
  login: string | undefined
}

type Checked =
  | { is: 'valid'; request: AuthorizeRequest }
  /** The client gets the error at its callback. */
  | { is: 'refused'; location: string }
  /** No trusted callback: only the person sees the error. */
  | { is: 'invalid'; problem: string }

function checkAuthorizeRequest(
  needs: GithubNeeds,
  query: Readonly<Record<string, string>>,
): Checked {
  const registration = findRegistration(needs, query.client_id)
  if (!registration) return invalid('No application is registered with this client_id.')

  const callback = query.redirect_uri ?? ''
  const ownUrls = productUrls(needs.product)
  if (!isRegistered(registration.callbacks, callback, ownUrls)) {
    const right = rightCallback(registration, callback, ownUrls)
    return right
      ? refused(right, 'redirect_uri_mismatch', query.state)
      : invalid('The redirect_uri is not one that this application registered.')
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
  login: query.login,
})

const invalid = (problem: string) => ({ is: 'invalid' as const, problem })

const refused = (callback: string, error: Denial, state: string | undefined) => ({
  is: 'refused' as const,
  location: withAnswer(callback, { ...answerDenial(error), state }),
})
