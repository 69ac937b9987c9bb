import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { act } from '#checkout/billing/act.ts'
import { changeMethod } from '#checkout/billing/renewals.ts'
import { dollars } from '#checkout/shapes/money.ts'
import { signedUrl } from '#checkout/shapes/signed-url.ts'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import type { PaymentMethod, Subscription } from '#checkout/state/objects.ts'
import type { Markup } from '#runtime/page.ts'
import { type Approvals, NOT_APPROVED } from './approvals.ts'
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

/** A new card or PayPal account. What is due is collected with it. */
export function paymentMethodPages(needs: CheckoutNeeds, approvals: Approvals): Hono {
  const find = (c: Context) =>
    needs.memory.shop.state.subscriptions.find(({ id }) => String(id) === c.req.param('id'))
  const portalOf = (c: Context, { customerId }: Subscription) =>
    signedUrl(
      needs,
      '/billing',
      { user: String(customerId) },
      Number(c.req.query('expires')) * 1000,
    )

  const show = (c: Context, one: Subscription, form: Form, problems: Problems = {}) =>
    needs.showPage(c, {
      title: 'Payment method',
      status: Object.keys(problems).length > 0 ? 422 : 200,
      body: paymentPage({ due: dueOf(needs, one), form, problems }),
    })

  return new Hono()
    .use('/subscription/*', requireSignature(needs))
    .get('/subscription/:id/payment-details', (c) => {
      const one = find(c)
      if (!one || one.status === 'expired') return c.notFound()
      return show(c, one, { action: c.req.url, back: portalOf(c, one) })
    })
    .post('/subscription/:id/payment-details', async (c) => {
      const one = find(c)
      if (!one || one.status === 'expired') return c.notFound()
      const back = portalOf(c, one)
      const form = { ...formOf(await c.req.parseBody()), action: c.req.url, back }
      const payment = readPayment(form, needs.clock.now())
      if ('problems' in payment) return show(c, one, form, payment.problems)
      const save = async (method: PaymentMethod) => {
        await act(needs, (shop) => changeMethod(shop, one, method))
        return back
      }
      if (!payment.needsApproval) return c.redirect(await save(payment.method), 303)

      return approvals.ask(c, {
        amount: dollars(dueOf(needs, one) ?? 0),
        formTargets: [],
        approve: () => save(payment.method),
        fail: (context) => show(context, one, form, { form: NOT_APPROVED }),
      })
    })
}

/** null: nothing is due. */
const dueOf = ({ memory }: CheckoutNeeds, { due }: Subscription): number | null =>
  memory.shop.state.invoices.find(({ id }) => id === due?.invoiceId)?.total ?? null

type Shown = { due: number | null; form: Form; problems: Problems }

const paymentPage = ({ due, form, problems }: Shown): Markup => html`
  <div class="checkout">
    <div class="summary">
      <p><a class="back" href="${form.back ?? '/'}">Back</a></p>
      <h1>Payment method</h1>
      <p class="lead">${due === null ? 'The next payment uses it.' : `${dollars(due)} is due and is collected at once.`}</p>
      ${testCards()}
    </div>
    <form method="post" action="${form.action ?? ''}" class="card pay" novalidate>
      ${problemSummary(problems)}
      ${cardFields(form, problems)}
      <button class="button main" name="pay_with" value="card">${due === null ? 'Save card' : `Pay ${dollars(due)}`}</button>
      <button class="button" name="pay_with" value="paypal">Use PayPal</button>
    </form>
  </div>`
