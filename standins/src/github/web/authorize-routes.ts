import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { issueCode } from '#github/grants/codes.ts'
import { grantAccess } from '#github/grants/grants.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'
import { formTargetsFor, productUrls, withAnswer } from '#oauth/callbacks.ts'
import { InvalidInput } from '#runtime/fields.ts'
import { authorizePage } from './authorize-page.ts'
import { type AuthorizeRequest, checkAuthorizeRequest } from './authorize-request.ts'
import { answerDenial } from './denials.ts'
import { type Form, readNewPerson } from './new-person-form.ts'

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

  const personIn = async (form: Form): Promise<Person> => {
    if (form.decision === 'create') return people.add(readNewPerson(form))
    const person = people.byLogin(String(form.person))
    if (!person) throw new InvalidInput('Choose somebody first.')
    return person
  }

  const decide = async (c: Context, request: AuthorizeRequest) => {
    const form = await c.req.parseBody()
    const { callback, state } = request
    if (form.decision === 'deny') {
      return c.redirect(withAnswer(callback, { ...answerDenial('access_denied'), state }))
    }

    try {
      return c.redirect(await approve(needs, request, await personIn(form)))
    } catch (error) {
      if (error instanceof InvalidInput) return ask(c, request, error.message)
      throw error
    }
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
        body: invalid(checked.problem),
      })
    }

  return new Hono()
    .get('/login/oauth/authorize', onValidRequest(ask))
    .post('/login/oauth/authorize', onValidRequest(decide))
}

const invalid = (problem: string) => html`
  <h1>This request makes no sense</h1>
  <p class="lead">${problem}</p>`

/** Grants the request and returns the callback with the code. */
async function approve(
  { memory, clock }: GithubNeeds,
  { registration, callback, challenge, scopes, state }: AuthorizeRequest,
  person: Person,
): Promise<string> {
  const wanted = { clientId: registration.clientId, personId: person.id, scopes }

  await memory.people.remember(person)
  const code = await memory.grants.change((grants) => {
    grantAccess(grants, wanted, clock.now())
    return issueCode(grants, { ...wanted, callback, challenge }, clock.now())
  })

  return withAnswer(callback, { code, state })
}
