import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { formTargetsFor, isRegistered, productUrls, withAnswer } from '#oauth/callbacks.ts'
import { personForm } from '#oauth/person-choice.ts'
import { isChallenge } from '#oauth/pkce.ts'
import { problem as showProblem } from '#runtime/kit.ts'
import type { Markup } from '#runtime/page.ts'
import { type Client, findByEmail, findClient, findPerson, type GoogleNeeds } from './memory.ts'
import { lineOf, type Person } from './person.ts'
import { issueCode } from './token-routes.ts'

/** The page on which a person signs in. Its form posts to the same URL with its query. */
export function consentRoutes(needs: GoogleNeeds): Hono {
  const { google } = needs.memory

  const ask = (c: Context, request: ConsentRequest, problem?: string) =>
    needs.showPage(c, {
      title: 'Sign in',
      status: problem ? 422 : 200,
      body: consentPage({ request, people: google.state.people, chosen: likely(request), problem }),
      formTargets: formTargetsFor(request.callback, productUrls(needs.product)),
    })

  const likely = ({ loginHint = '' }: ConsentRequest) =>
    findByEmail(needs, loginHint) ??
    findPerson(needs, google.state.latestSub ?? '') ??
    google.state.people[0]

  const decide = async (c: Context, request: ConsentRequest) => {
    const form = await c.req.parseBody()
    const { callback, state } = request
    if (form.decision === 'deny') {
      return c.redirect(withAnswer(callback, { error: 'access_denied', state }))
    }

    const person = findByEmail(needs, String(form.person))
    return person
      ? c.redirect(await consent(needs, request, person))
      : ask(c, request, 'Choose somebody first.')
  }

  const onValidRequest =
    (go: (c: Context, request: ConsentRequest) => Response | Promise<Response>) => (c: Context) => {
      const checked = checkConsentRequest(needs, c.req.query())
      if ('client' in checked) return go(c, checked)
      const { status, error, says } = checked
      return needs.showPage(c, {
        title: 'Not possible',
        status,
        body: refusal(status, error, says),
      })
    }

  return new Hono()
    .get('/o/oauth2/v2/auth', onValidRequest(ask))
    .post('/o/oauth2/v2/auth', onValidRequest(decide))
}

const refusal = (status: number, error: string, says: string) => html`
  <h1>Access blocked</h1>
  <p class="lead">${says}</p>
  <p class="quiet">Error ${status}: <code>${error}</code></p>`

/** Grants the request and returns the callback with the code. */
async function consent(
  { memory, clock }: GoogleNeeds,
  request: ConsentRequest,
  { sub }: Person,
): Promise<string> {
  const { callback, challenge, nonce, scopes, state, wantsOffline: isLasting } = request
  const { clientId } = request.client
  const wanted = { clientId, sub, callback, challenge, nonce, scopes, isLasting }

  const code = await memory.google.change((google) => {
    google.latestSub = sub
    return issueCode(google, { ...wanted, issuedAt: clock.now() })
  })

  return withAnswer(callback, { state, code, scope: scopes.join(' '), authuser: '0' })
}

type Shown = {
  request: ConsentRequest
  people: readonly Person[]
  chosen: Person | undefined
  problem: string | undefined
}

const consentPage = ({ request, people, chosen, problem }: Shown): Markup => html`
  <div class="narrow">
    <h1>Sign in to ${request.client.name}</h1>
    <p class="lead">${request.client.name} asks Google for: ${request.scopes.map((one, i) => html`${i > 0 ? ', ' : ''}<code>${one}</code>`)}.</p>
    ${showProblem(problem)}
    ${personForm(
      people.map((one) => ({ ...lineOf(one), value: one.email, isChosen: one === chosen })),
      'Continue',
    )}
    <p class="quiet">Afterwards you go back to <code>${new URL(request.callback).origin}</code>.</p>
  </div>`

/** A client's request for authorization. */
type ConsentRequest = {
  client: Client
  callback: string
  state: string | undefined
  nonce: string | undefined
  challenge: string | null
  scopes: string[]
  /** The person whom the client expects. */
  loginHint: string | undefined
  /** Asks for a refresh token as well. */
  wantsOffline: boolean
}

/** Google shows a broken request to the person, never to the client: nothing in it can be trusted. */
type Problem = { status: 400 | 401; error: string; says: string }

function checkConsentRequest(
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
