import { Hono } from 'hono'
import { html } from 'hono/html'
import { Misunderstood } from '#frame/fields.ts'
import { findRegistration, type GithubNeeds } from '#github/needs.ts'
import { readNewcomer } from './newcomer-form.ts'
import { peoplePage, signupPage } from './people-page.ts'
import { personPage } from './person-page.ts'

/** Who is on this GitHub, and whom they let in. */
export function peopleRoutes(needs: GithubNeeds): Hono {
  const { memory, showPage } = needs
  const { people, grants } = memory

  return new Hono()
    .get('/', (c) => showPage(c, { title: 'People', body: peoplePage(people.all()) }))
    .get('/signup', (c) => showPage(c, { title: 'Add somebody', body: signupPage() }))
    .post('/signup', async (c) => {
      try {
        const { login } = await people.add(readNewcomer(await c.req.parseBody()))
        return c.redirect(`/${login}`, 303)
      } catch (error) {
        if (!(error instanceof Misunderstood)) throw error
        const body = signupPage(error.message)
        return showPage(c, { title: 'Add somebody', status: 422, body })
      }
    })
    .get('/:login', (c) => {
      const person = people.byLogin(c.req.param('login'))
      if (!person) return showPage(c, { title: 'Not here', status: 404, body: notHere })
      const isTheirs = ({ personId }: { personId: number }) => personId === person.id
      const shown = grants.state.grants.filter(isTheirs).map((grant) => ({
        grant,
        registration: findRegistration(needs, grant.clientId),
        tokens: grants.state.tokens.filter(
          (one) => isTheirs(one) && one.clientId === grant.clientId,
        ),
      }))
      return showPage(c, { title: person.login, body: personPage({ person, grants: shown }) })
    })
}

const notHere = html`
  <h1>Nobody of that name</h1>
  <p class="lead"><a href="/">See who is here</a></p>`
