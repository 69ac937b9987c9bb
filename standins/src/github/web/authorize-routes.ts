import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { issueCode } from '#github/grants/codes.ts'
import { letIn } from '#github/grants/grants.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'
import { homesOf, leadsTo, withAnswer } from '#oauth/callbacks.ts'
import { Misunderstood } from '#runtime/fields.ts'
import { authorizePage } from './authorize-page.ts'
import { type AuthorizeRequest, judgeAuthorizeRequest } from './authorize-request.ts'
import { answerDenial } from './denials.ts'
import { type Form, readNewcomer } from './new-person-form.ts'

/** The page on which a person lets a program in. Its form comes back to the same address, query and all. */
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
      formsLeadTo: leadsTo(request.callback, homesOf(needs.product)),
    })

  const personIn = async (form: Form): Promise<Person> => {
    if (form.decision === 'create') return people.add(readNewcomer(form))
    const person = people.byLogin(String(form.person))
    if (!person) throw new Misunderstood('Choose somebody first.')
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
      if (error instanceof Misunderstood) return ask(c, request, error.message)
      throw error
    }
  }

  const onSoundRequest =
    (go: (c: Context, request: AuthorizeRequest) => Response | Promise<Response>) =>
    (c: Context) => {
      const judged = judgeAuthorizeRequest(needs, c.req.query())
      if (judged.is === 'sound') return go(c, judged.request)
      if (judged.is === 'refused') return c.redirect(judged.location)
      return needs.showPage(c, {
        title: 'Not possible',
        status: 404,
        body: senseless(judged.problem),
      })
    }

  return new Hono()
    .get('/login/oauth/authorize', onSoundRequest(ask))
    .post('/login/oauth/authorize', onSoundRequest(decide))
}

const senseless = (problem: string) => html`
  <h1>This request makes no sense</h1>
  <p class="lead">${problem}</p>`

/** The person said yes: gives the address to go back to, with the code that proves it. */
async function approve(
  { memory, clock }: GithubNeeds,
  { registration, callback, challenge, scopes, state }: AuthorizeRequest,
  person: Person,
): Promise<string> {
  const wanted = { clientId: registration.clientId, personId: person.id, scopes }

  await memory.people.remember(person)
  const code = await memory.grants.change((grants) => {
    letIn(grants, wanted, clock.now())
    return issueCode(grants, { ...wanted, callback, challenge }, clock.now())
  })

  return withAnswer(callback, { code, state })
}
