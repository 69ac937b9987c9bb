import { type Context, Hono } from 'hono'
import { InvalidInput } from '#runtime/fields.ts'
import { findByEmail, findClient, type GoogleNeeds } from './needs.ts'
import { readNewPerson } from './new-person-form.ts'
import { addPerson } from './people.ts'
import { peoplePage } from './people-page.ts'
import type { Person } from './person.ts'
import { revokeGrant } from './tokens.ts'

/** People and their authorized clients. */
export function peopleRoutes(needs: GoogleNeeds): Hono {
  const { google } = needs.memory

  const programsOf = ({ sub }: Person) => {
    const ids = google.state.tokens.filter((one) => one.sub === sub).map((one) => one.clientId)
    return [...new Set(ids)].map((clientId) => ({
      clientId,
      name: findClient(needs, clientId)?.name ?? clientId,
    }))
  }
  const show = (c: Context, problem?: string) => {
    const people = google.state.people.map((one) => ({ person: one, programs: programsOf(one) }))
    const body = peoplePage({ people, ...(problem && { problem }) })
    return needs.showPage(c, { title: 'People', status: problem ? 422 : 200, body })
  }

  return new Hono()
    .get('/', (c) => show(c))
    .post('/people', async (c) => {
      try {
        await addPerson(needs, readNewPerson(await c.req.parseBody()))
        return c.redirect('/', 303)
      } catch (error) {
        if (error instanceof InvalidInput) return show(c, error.message)
        throw error
      }
    })
    .post('/people/take-back', async (c) => {
      const { person: email, client } = await c.req.parseBody()
      const person = findByEmail(needs, String(email))
      if (person) {
        const grant = { sub: person.sub, clientId: String(client) }
        await google.change((state) => revokeGrant(state, grant))
      }
      return c.redirect('/', 303)
    })
}
