import { Hono } from 'hono'
import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import { readPolicies } from '#github/seed/seed.ts'
import { redeliver } from '#github/webhooks/announce.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { installationControl } from './installation-control.ts'
import { limitControl } from './limit-control.ts'
import { peopleControl } from './people-control.ts'
import { pullControl } from './pull-control.ts'
import { repositoryControl } from './repository-control.ts'
import { tokenControl } from './token-control.ts'

/** Triggers what happens at GitHub without the product's doing. */
export const githubControl = (needs: GithubNeeds): Hono =>
  new Hono()
    .put('/applications/:clientId', async (c) => {
      const registration = findRegistration(needs, c.req.param('clientId'))
      if (!registration) throw new InvalidInput('No such application.')
      const { clientId } = registration
      const isSuspended = fieldsOf(await readJson(c.req)).flag('suspended')
      await needs.memory.grants.change((state) => {
        const others = state.suspended.filter((one) => one !== clientId)
        state.suspended = isSuspended ? [...others, clientId] : others
      })
      return c.body(null, 204)
    })
    .put('/organisations/:login', async (c) => {
      const organisation = needs.memory.people.organisation(c.req.param('login'))
      if (!organisation) throw new InvalidInput('No such organisation.')
      const policies = readPolicies(fieldsOf(await readJson(c.req)))
      await needs.memory.people.changeOrganisation(organisation, policies)
      return c.json(organisation)
    })
    .route('/', peopleControl(needs))
    .route('/', tokenControl(needs))
    .route('/', repositoryControl(needs))
    .route('/', pullControl(needs))
    .route('/', limitControl(needs))
    .route('/', installationControl(needs))
    .route('/', webhookControl(needs))

/** Webhook deliveries: listing, holding and redelivering them. */
function webhookControl(needs: GithubNeeds): Hono {
  const { deliveries } = needs.memory

  return new Hono()
    .put('/webhooks', async (c) => {
      await deliveries.hold(fieldsOf(await readJson(c.req)).flag('held'))
      return c.body(null, 204)
    })
    .get('/deliveries', async (c) => {
      // Waits for pending deliveries, so that a test does not race them.
      await deliveries.enqueue(async () => undefined)
      return c.json(deliveries.all().map((one) => ({ ...one, payload: JSON.parse(one.payload) })))
    })
    .post('/deliveries/:guid/attempts', async (c) => {
      if (!(await redeliver(needs, c.req.param('guid')))) {
        throw new InvalidInput('No such delivery.')
      }
      return c.body(null, 204)
    })
}
