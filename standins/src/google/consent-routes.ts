import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { formTargetsFor, productUrls, withAnswer } from '#oauth/callbacks.ts'
import { InvalidInput } from '#runtime/fields.ts'
import { consent } from './consent.ts'
import { consentPage } from './consent-page.ts'
import { type ConsentRequest, checkConsentRequest } from './consent-request.ts'
import { findByEmail, findPerson, type GoogleNeeds } from './needs.ts'
import { type Form, readNewPerson } from './new-person-form.ts'
import { addPerson } from './people.ts'
import type { Person } from './person.ts'

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

  const personIn = async (form: Form): Promise<Person> => {
    if (form.decision === 'create') return addPerson(needs, readNewPerson(form))
    const person = findByEmail(needs, String(form.person))
    if (!person) throw new InvalidInput('Choose somebody first.')
    return person
  }

  const decide = async (c: Context, request: ConsentRequest) => {
    const form = await c.req.parseBody()
    const { callback, state } = request
    if (form.decision === 'deny') {
      return c.redirect(withAnswer(callback, { error: 'access_denied', state }))
    }

    try {
      return c.redirect(await consent(needs, request, await personIn(form)))
    } catch (error) {
      if (error instanceof InvalidInput) return ask(c, request, error.message)
      throw error
    }
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
