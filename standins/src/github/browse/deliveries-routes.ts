import { Hono } from 'hono'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { redeliver } from '#github/webhooks/announce.ts'
import { deliveriesPage } from './deliveries-page.ts'

const SHOWN = 50

export function deliveriesRoutes(needs: GithubNeeds): Hono {
  const { deliveries } = needs.memory

  return new Hono()
    .get('/deliveries', (c) =>
      needs.showPage(c, {
        title: 'Webhook deliveries',
        body: deliveriesPage(deliveries.all().slice(0, SHOWN), deliveries.isHeld),
      }),
    )
    .post('/deliveries/:guid', async (c) => {
      await redeliver(needs, c.req.param('guid'))
      return c.redirect('/deliveries', 303)
    })
}
