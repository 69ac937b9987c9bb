import { Hono } from 'hono'
import { revokeGrant } from '#github/grants/grants.ts'
import { expireTokens } from '#github/grants/tokens.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { asPerson, RESOURCES } from '#github/memory/rates.ts'
import type { Person } from '#github/people/person.ts'
import { announceRevocation } from '#github/webhooks/authorization-events.ts'
import { fieldsOf, Misunderstood, readJson } from '#runtime/fields.ts'

/** What happens to one person's counters and tokens. */
export function peopleControl(needs: GithubNeeds): Hono {
  const { people, grants, rates } = needs.memory

  return new Hono()
    .put('/people/:login/rate', async (c) => {
      const who = asPerson(somebody(needs, c.req.param('login')))
      const wish = fieldsOf(await readJson(c.req))
      const resource = wish.oneOf('resource', RESOURCES) ?? 'core'
      await rates.count(who, resource, wish.integer('used') - rates.look(who, resource).used)
      return c.json(rates.look(who, resource))
    })
    .post('/people/:login/expire-tokens', async (c) => {
      const { id } = somebody(needs, c.req.param('login'))
      const isForGood = fieldsOf(await readJson(c.req)).flag('refresh')
      await grants.change((state) => expireTokens(state, id, isForGood, needs.clock.now()))
      return c.body(null, 204)
    })
    .post('/people/:login/revoke', async (c) => {
      const person = somebody(needs, c.req.param('login'))
      const theirs = grants.state.grants.filter((one) => one.personId === person.id)
      for (const { clientId } of theirs) {
        await grants.change((state) => revokeGrant(state, { personId: person.id, clientId }))
        announceRevocation(needs, clientId, person)
      }
      return c.body(null, 204)
    })
    .get('/people', (c) => c.json(people.all().map(({ id, login, name }) => ({ id, login, name }))))
}

export function somebody({ memory: { people } }: GithubNeeds, login: string): Person {
  const person = people.byLogin(login)
  if (!person) throw new Misunderstood('Nobody of that name.')

  return person
}
