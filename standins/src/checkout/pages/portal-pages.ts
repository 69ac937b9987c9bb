import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { act, catchUp } from '#checkout/billing/act.ts'
import { changeMethod } from '#checkout/billing/renewals.ts'
import { formatted } from '#checkout/shapes/resource.ts'
import { signedUrl } from '#checkout/shapes/signed-url.ts'
import { invoiceUrl } from '#checkout/shapes/subscription-shapes.ts'
import { dollars } from '#checkout/state/amounts.ts'
import { byId, type CheckoutNeeds } from '#checkout/state/memory.ts'
import type { Customer, Subscription } from '#checkout/state/objects.ts'
import { rows, who } from '#runtime/kit.ts'
import type { Markup } from '#runtime/page.ts'
import {
  cardFields,
  type Form,
  formOf,
  type Problems,
  problemSummary,
  readPayment,
  testCards,
} from './payment-form.ts'
import { requireSignature } from './signature-check.ts'
import { day, methodText, nextText, planName } from './texts.ts'

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

export const subscriptionLines = (needs: CheckoutNeeds, one: Subscription): Markup =>
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
