import { Hono } from 'hono'
import { fieldsOf, Misunderstood, readJson } from '#frame/fields.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import { installationControl } from './installation-control.ts'
import { peopleControl } from './people-control.ts'
import { webhookControl } from './webhook-control.ts'

/** What happens at GitHub without the product's doing, on order. */
export const githubControl = (needs: GithubNeeds): Hono =>
  new Hono()
    .put('/applications/:clientId', async (c) => {
      const registration = findRegistration(needs, c.req.param('clientId'))
      if (!registration) throw new Misunderstood('No such application.')
      const { clientId } = registration
      const isSuspended = fieldsOf(await readJson(c.req)).flag('suspended')
      await needs.memory.grants.change((state) => {
        const others = state.suspended.filter((one) => one !== clientId)
        state.suspended = isSuspended ? [...others, clientId] : others
      })
      return c.body(null, 204)
    })
    .route('/', peopleControl(needs))
    .route('/', installationControl(needs))
    .route('/', webhookControl(needs))
