import { Hono } from 'hono'
import { fieldsOf, Misunderstood, readJson } from '#frame/fields.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { redeliver } from '#github/webhooks/announce.ts'

/** What was told to the apps; and telling it again, late or out of order. */
export function webhookControl(needs: GithubNeeds): Hono {
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
