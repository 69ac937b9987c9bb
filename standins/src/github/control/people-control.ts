import { Hono } from 'hono'
import { revokeGrant } from '#github/grants/grants.ts'
import { expireTokens } from '#github/grants/tokens.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { asPerson, RESOURCES } from '#github/memory/rates.ts'
import type { Person } from '#github/people/person.ts'
import { announceRevocation } from '#github/webhooks/authorization-events.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'

/** Changes one person's rate counters and tokens. */
export function peopleControl(needs: GithubNeeds): Hono {
  const { people, grants, rates } = needs.memory

  return new Hono()
    .put('/people/:login/rate', async (c) => {
      const who = asPerson(requirePerson(needs, c.req.param('login')))
      const input = fieldsOf(await readJson(c.req))
      const resource = input.oneOf('resource', RESOURCES) ?? 'core'
      await rates.count(who, resource, input.integer('used') - rates.current(who, resource).used)
      return c.json(rates.current(who, resource))
    })
    .post('/people/:login/expire-tokens', async (c) => {
      const { id } = requirePerson(needs, c.req.param('login'))
      const includesRefresh = fieldsOf(await readJson(c.req)).flag('refresh')
      await grants.change((state) => expireTokens(state, id, includesRefresh, needs.clock.now()))
      return c.body(null, 204)
    })
    .post('/people/:login/revoke', async (c) => {
      const person = requirePerson(needs, c.req.param('login'))
      const theirs = grants.state.grants.filter((one) => one.personId === person.id)
      for (const { clientId } of theirs) {
        await grants.change((state) => revokeGrant(state, { personId: person.id, clientId }))
        announceRevocation(needs, clientId, person)
      }
      return c.body(null, 204)
    })
    .get('/people', (c) => c.json(people.all().map(({ id, login, name }) => ({ id, login, name }))))
}

export function requirePerson({ memory: { people } }: GithubNeeds, login: string): Person {
  const person = people.byLogin(login)
  if (!person) throw new InvalidInput('Nobody of that name.')

  return person
}
