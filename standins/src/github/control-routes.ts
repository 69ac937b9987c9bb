import { Hono } from 'hono'
import { fieldsOf, Misunderstood, readJson } from '#frame/fields.ts'
import { asPerson } from './api/rates.ts'
import { findRegistration, type GithubNeeds } from './needs.ts'

/** Bad days that only GitHub itself can bring about. */
export function githubControl(needs: GithubNeeds): Hono {
  const { people, grants, rates } = needs.memory

  return new Hono()
    .put('/applications/:clientId', async (c) => {
      const registration = findRegistration(needs, c.req.param('clientId'))
      if (!registration) throw new Misunderstood('No such application.')
      const { clientId } = registration
      const isSuspended = fieldsOf(await readJson(c.req)).flag('suspended')
      await grants.change((state) => {
        const others = state.suspended.filter((one) => one !== clientId)
        state.suspended = isSuspended ? [...others, clientId] : others
      })
      return c.body(null, 204)
    })
    .put('/people/:login/rate', async (c) => {
      const person = people.byLogin(c.req.param('login'))
      if (!person) throw new Misunderstood('Nobody of that name.')
      const who = asPerson(person)
      const used = fieldsOf(await readJson(c.req)).integer('used')
      await rates.count(who, 'core', used - rates.look(who, 'core').used)
      return c.json(rates.look(who, 'core'))
    })
}
