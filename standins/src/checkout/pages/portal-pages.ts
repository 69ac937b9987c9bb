import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { act, catchUp } from '#checkout/billing/act.ts'
import { changeMethod } from '#checkout/billing/renewals.ts'
import { dollars, formatted, signedUrl } from '#checkout/shapes/resource.ts'
import { invoiceUrl, portalUrls } from '#checkout/shapes/sale-shapes.ts'
import { byId, type CheckoutNeeds, known } from '#checkout/state/memory.ts'
import { type Customer, type Invoice, STORE, type Subscription } from '#checkout/state/objects.ts'
import { facts, type Markup, rows, who } from '#runtime/page.ts'
import {
  cardFields,
  day,
  type Form,
  formOf,
  methodText,
  nextText,
  type Problems,
  planName,
  problemSummary,
  readPayment,
  requireSignature,
  testCards,
} from './parts.ts'

/** Signs a path for a customer, valid as long as the page's own signed URL. */
type LinkTo = (path: string) => string

/** What customers see, and their payment method, on pages with signed URLs. What else they change is played by the control API. */
export function portalPages(needs: CheckoutNeeds): Hono {
  const { shop } = needs.memory
  const find = (c: Context) => byId(shop.state.subscriptions, c.req.param('id'))
  const linkTo =
    (c: Context, customerId: number): LinkTo =>
    (path) =>
      signedUrl(needs, path, { user: String(customerId) }, Number(c.req.query('expires')) * 1000)

  const showPortal = (c: Context) => {
    const customer = byId(shop.state.customers, c.req.query('user'))
    if (!customer) return c.notFound()
    const body = portalPage(needs, customer, linkTo(c, customer.id))
    return needs.showPage(c, { title: 'Customer portal', body })
  }

  const showPayment = (c: Context, one: Subscription, form: Form, problems: Problems = {}) =>
    needs.showPage(c, {
      title: 'Payment method',
      status: Object.keys(problems).length > 0 ? 422 : 200,
      body: paymentPage(needs, one, { ...form, action: c.req.url }, problems),
    })

  return new Hono()
    .use('/billing/*', requireSignature(needs), async (_c, next) => {
      await catchUp(needs)
      await next()
    })
    .use('/subscription/*', requireSignature(needs))
    .get('/billing', showPortal)
    .get('/billing/:id/update', showPortal)
    .get('/subscription/:id/payment-details', (c) => {
      const one = find(c)
      return one && one.status !== 'expired' ? showPayment(c, one, {}) : c.notFound()
    })
    .post('/subscription/:id/payment-details', async (c) => {
      const one = find(c)
      if (!one || one.status === 'expired') return c.notFound()
      const form = formOf(await c.req.parseBody())
      const payment = readPayment(form, needs.clock.now())
      if ('problems' in payment) return showPayment(c, one, form, payment.problems)
      await act(needs, (work) => changeMethod(work, one, payment.method))
      return c.redirect(linkTo(c, one.customerId)('/billing'), 303)
    })
}

function portalPage(needs: CheckoutNeeds, customer: Customer, linkTo: LinkTo): Markup {
  const { subscriptions, invoices } = needs.memory.shop.state
  const isTheirs = ({ customerId }: { customerId: number }) => customerId === customer.id

  return html`
  <div class="title">
    <h1>Customer portal</h1>
    ${needs.product.url ? html`<a class="button" href="${needs.product.url}">Back to the shop</a>` : ''}
  </div>
  <p class="lead">${customer.name}, <bdi>${customer.email}</bdi></p>
  <section><h2>Subscriptions</h2>
    ${rows(
      subscriptions
        .filter(isTheirs)
        .toReversed()
        .map(
          (one) =>
            html`${subscriptionLines(needs, one)} ${one.status === 'expired' ? '' : html`<a class="button" href="${linkTo(`/subscription/${one.id}/payment-details`)}">Update payment method</a>`}`,
        ),
    )}
  </section>
  <section><h2>Invoices</h2>
    ${rows(
      invoices
        .filter(isTheirs)
        .toReversed()
        .map((one) =>
          who(
            html`<a href="${invoiceUrl(needs, one)}">Invoice ${one.id}</a>`,
            `${day(one.createdAt)}, ${dollars(one.total)}, ${formatted(one.status)}`,
          ),
        ),
    )}
  </section>`
}

const subscriptionLines = (needs: CheckoutNeeds, one: Subscription): Markup =>
  who(
    html`${planName(needs, one)} <span class="quiet">${formatted(one.status)}</span>`,
    `${nextText(one)} Paid with ${methodText(one.method)}. Subscription ${one.id}.`,
  )

/** A new card or PayPal account. What is due is collected with it. */
function paymentPage(
  { memory }: CheckoutNeeds,
  one: Subscription,
  form: Form,
  problems: Problems,
): Markup {
  const due = memory.shop.state.invoices.find(({ id }) => id === one.due?.invoiceId)?.total

  return html`<div class="narrow">
    <h1>Payment method</h1>
    <p class="lead">${due === undefined ? 'The next payment uses it.' : `${dollars(due)} is due and is collected at once.`}</p>
    <form method="post" action="${form.action ?? ''}" class="card form" novalidate>
      ${problemSummary(problems)}
      ${cardFields(form, problems)}
      <button class="button main" name="pay_with" value="card">${due === undefined ? 'Save card' : `Pay ${dollars(due)}`}</button>
      <button class="button" name="pay_with" value="paypal">Use PayPal</button>
    </form>
    ${testCards()}
  </div>`
}

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
