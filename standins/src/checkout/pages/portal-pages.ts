import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { catchUp } from '#checkout/billing/act.ts'
import { dollars, formatted } from '#checkout/shapes/resource.ts'
import { portalUrls } from '#checkout/shapes/sale-shapes.ts'
import { byId, type CheckoutNeeds } from '#checkout/state/memory.ts'
import type { Customer, Subscription } from '#checkout/state/objects.ts'
import { type Markup, rows, who } from '#runtime/page.ts'
import { planName, requireSignature } from './checkout-pages.ts'

const SHOWN = 50

/** One page for each customer, at all addresses of theirs: portal, invoices, receipts. */
export function portalPages(needs: CheckoutNeeds): Hono {
  const { shop } = needs.memory
  const showOf = async (c: Context, customerId: number | string | undefined) => {
    await catchUp(needs)
    const customer = byId(shop.state.customers, String(customerId))
    if (!customer) return c.notFound()
    return needs.showPage(c, { title: 'Customer portal', body: customerPage(needs, customer) })
  }
  const signed = requireSignature(needs)

  return new Hono()
    .get('/subscriptions/:id', (c) =>
      showOf(c, byId(shop.state.subscriptions, c.req.param('id'))?.customerId),
    )
    .get('/billing', signed, (c) => showOf(c, c.req.query('user')))
    .get('/billing/:id/update', signed, (c) => showOf(c, c.req.query('user')))
    .get('/invoices/:id', signed, (c) =>
      showOf(c, byId(shop.state.invoices, c.req.param('id'))?.customerId),
    )
    .get('/my-orders/:identifier', signed, (c) =>
      showOf(
        c,
        shop.state.orders.find(({ identifier }) => identifier === c.req.param('identifier'))
          ?.customerId,
      ),
    )
}

/** The newest subscriptions of all customers. */
export const listSubscriptions = (needs: CheckoutNeeds): Markup[] =>
  needs.memory.shop.state.subscriptions
    .toReversed()
    .slice(0, SHOWN)
    .map((one) => subscriptionRow(needs, one))

function customerPage(needs: CheckoutNeeds, customer: Customer): Markup {
  const { subscriptions, invoices } = needs.memory.shop.state
  const isTheirs = ({ customerId }: { customerId: number }) => customerId === customer.id

  return html`
    <h1>Customer portal</h1>
    <p class="lead"><bdi>${customer.name}</bdi>, <bdi>${customer.email}</bdi></p>
    <h2>Subscriptions</h2>
    ${rows(
      subscriptions
        .filter(isTheirs)
        .toReversed()
        .map((one) => subscriptionRow(needs, one)),
    )}
    <h2>Invoices</h2>
    ${rows(
      invoices
        .filter(isTheirs)
        .toReversed()
        .map((one) =>
          who(
            `Invoice ${one.id}, ${planName(needs, one)}`,
            `${dayOf(one.createdAt)}, ${dollars(one.total)}, ${formatted(one.status)}`,
          ),
        ),
    )}`
}

function subscriptionRow(needs: CheckoutNeeds, one: Subscription): Markup {
  const { customer_portal: portal, update_payment_method: payment } = portalUrls(needs, one)
  const until = dayOf(one.endsAt ?? one.renewsAt)

  return html`
    ${who(planName(needs, one), `${formatted(one.status)}, ${one.endsAt ? 'ends' : 'renews'} on ${until}. Subscription ${one.id}.`)}
    <a href="${portal}">Customer portal</a>
    ${one.status === 'expired' ? '' : html`<a href="${payment}">Update payment method</a>`}`
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
