import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { catchUp } from '#checkout/billing/act.ts'
import { formatted } from '#checkout/shapes/resource.ts'
import { invoiceUrl, portalUrls } from '#checkout/shapes/subscription-shapes.ts'
import { dollars } from '#checkout/state/amounts.ts'
import { byId, type CheckoutNeeds, known } from '#checkout/state/memory.ts'
import type { Invoice, Subscription } from '#checkout/state/objects.ts'
import { STORE } from '#checkout/state/store.ts'
import { facts, rows } from '#runtime/kit.ts'
import type { Markup } from '#runtime/page.ts'
import { subscriptionLines } from './portal-pages.ts'
import { requireSignature } from './signature-check.ts'
import { day, methodText, planName } from './texts.ts'

const SHOWN = 50

/** Subscriptions as the owner of the store sees them, invoices, and the receipt of an order. */
export function overviewPages(needs: CheckoutNeeds): Hono {
  const { shop } = needs.memory
  const show = (c: Context, subscriptions: readonly Subscription[]) =>
    needs.showPage(c, { title: 'Subscriptions', body: subscriptionsPage(needs, subscriptions) })

  return new Hono()
    .use('/invoices/*', requireSignature(needs))
    .use('/my-orders/*', requireSignature(needs))
    .get('/', async (c) => {
      await catchUp(needs)
      return show(c, shop.state.subscriptions.toReversed().slice(0, SHOWN))
    })
    .get('/subscriptions/:id', async (c) => {
      await catchUp(needs)
      const one = byId(shop.state.subscriptions, c.req.param('id'))
      return one ? show(c, [one]) : c.notFound()
    })
    .get('/invoices/:id', (c) => {
      const invoice = byId(shop.state.invoices, c.req.param('id'))
      if (!invoice) return c.notFound()
      return needs.showPage(c, {
        title: `Invoice ${invoice.id}`,
        body: invoicePage(needs, invoice),
      })
    })
    .get('/my-orders/:identifier', (c) => {
      const { orders, subscriptions, invoices } = shop.state
      const order = orders.find(({ identifier }) => identifier === c.req.param('identifier'))
      const sold = order && subscriptions.find(({ orderId }) => orderId === order.id)
      const invoice = sold && invoices.find(({ subscriptionId }) => subscriptionId === sold.id)
      if (!order) return c.notFound()
      const body = html`<h1>Thank you for your order</h1>
        <p class="lead">Order ${order.id}, ${dollars(order.total)}.${invoice ? html` <a href="${invoiceUrl(needs, invoice)}">See the invoice</a>` : ''}</p>`
      return needs.showPage(c, { title: 'Thank you', body })
    })
}

const subscriptionsPage = (needs: CheckoutNeeds, subscriptions: readonly Subscription[]) => html`
  <h1>Subscriptions</h1>
  <p class="lead">It is ${day(needs.clock.now())} here.</p>
  ${rows(
    subscriptions.map((one) => {
      const { name, email } = known(needs.memory.shop.state.customers, one.customerId)
      return html`${subscriptionLines(needs, one)} <span><bdi>${name}</bdi>, <bdi>${email}</bdi></span>
        <a class="button" href="${portalUrls(needs, one).customer_portal}">Customer portal<span class="hidden"> of ${email}</span></a>`
    }),
    'Nobody has bought anything yet.',
  )}`

function invoicePage(needs: CheckoutNeeds, invoice: Invoice): Markup {
  const customer = known(needs.memory.shop.state.customers, invoice.customerId)

  return html`<div class="narrow">
    <h1>Invoice ${invoice.id}</h1>
    ${facts([
      ['Seller', STORE.name],
      ['Customer', customer.name],
      ['E-mail', customer.email],
      ['Date', day(invoice.createdAt)],
      ['Product', planName(needs, invoice)],
      ['Paid with', methodText(invoice.method)],
      ['Status', formatted(invoice.status)],
      ['Subtotal', dollars(invoice.subtotal)],
      ['Credit', dollars(-invoice.discount)],
      ['Total', dollars(invoice.total)],
      ['Refunded', dollars(invoice.refundedAmount)],
    ])}
  </div>`
}
