import { Hono } from 'hono'
import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import { redeliver } from '#github/webhooks/announce.ts'
import { fieldsOf, Misunderstood, readJson } from '#runtime/fields.ts'
import { installationControl } from './installation-control.ts'
import { peopleControl } from './people-control.ts'

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

/** What was told to the apps; and telling it again, late or out of order. */
function webhookControl(needs: GithubNeeds): Hono {
  const { deliveries } = needs.memory

  return new Hono()
    .put('/webhooks', async (c) => {
      await deliveries.hold(fieldsOf(await readJson(c.req)).flag('held'))
      return c.body(null, 204)
    })
    .get('/deliveries', async (c) => {
      // Nobody who looks wants to race what is still on its way.
      await deliveries.inTurn(async () => undefined)
      return c.json(deliveries.all().map((one) => ({ ...one, payload: JSON.parse(one.payload) })))
    })
    .post('/deliveries/:guid/attempts', async (c) => {
      if (!(await redeliver(needs, c.req.param('guid')))) {
        throw new Misunderstood('No such delivery.')
      }
      return c.body(null, 204)
    })
}
