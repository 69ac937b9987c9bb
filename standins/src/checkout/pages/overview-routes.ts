import { type Context, Hono } from 'hono'
import { act, catchUp } from '#checkout/billing/act.ts'
import { advanceTo } from '#checkout/billing/advance.ts'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import { resend } from '#checkout/webhooks/send-due.ts'
import { deliveriesPage, mailsPage, subscriptionsPage } from './overview-pages.ts'

const SHOWN = 50

/** What the owner of the store sees: subscriptions with time at hand, mails and webhooks. */
export function overviewPages(needs: CheckoutNeeds): Hono {
  const { shop, deliveries } = needs.memory
  const find = (c: Context) =>
    shop.state.subscriptions.find(({ id }) => String(id) === c.req.param('id'))

  return new Hono()
    .get('/', async (c) => {
      await catchUp(needs)
      const newest = shop.state.subscriptions.toReversed().slice(0, SHOWN)
      return needs.showPage(c, { title: 'Subscriptions', body: subscriptionsPage(needs, newest) })
    })
    .get('/subscriptions/:id', async (c) => {
      await catchUp(needs)
      const one = find(c)
      if (!one) return c.notFound()
      return needs.showPage(c, { title: 'Subscription', body: subscriptionsPage(needs, [one]) })
    })
    .post('/subscriptions/:id/advance', async (c) => {
      const one = find(c)
      if (one) await advanceTo(needs, one.endsAt ?? one.renewsAt)
      return c.redirect('/', 303)
    })
    .post('/subscriptions/:id/fail', async (c) => {
      const one = find(c)
      await act(needs, () => {
        if (one) one.failures = one.failures > 0 ? 0 : 1
      })
      return c.redirect('/', 303)
    })
    .get('/mails', (c) =>
      needs.showPage(c, {
        title: 'Mails',
        body: mailsPage(shop.state.mails.toReversed().slice(0, SHOWN)),
      }),
    )
    .get('/deliveries', (c) =>
      needs.showPage(c, {
        title: 'Webhook deliveries',
        body: deliveriesPage(deliveries.all().slice(0, SHOWN), deliveries.settings.held),
      }),
    )
    .post('/deliveries/:id', async (c) => {
      await resend(needs, Number(c.req.param('id')))
      return c.redirect('/deliveries', 303)
    })
}
