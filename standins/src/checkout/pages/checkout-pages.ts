import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { act } from '#checkout/billing/act.ts'
import { payCheckout } from '#checkout/billing/purchase.ts'
import { dollars } from '#checkout/shapes/resource.ts'
import { receiptUrl } from '#checkout/shapes/sale-shapes.ts'
import { byId, type CheckoutNeeds, currentPrice, known } from '#checkout/state/memory.ts'
import type { Checkout, PaymentMethod } from '#checkout/state/objects.ts'
import { field, type Markup } from '#runtime/page.ts'
import {
  cardFields,
  type Form,
  formOf,
  type Problems,
  planName,
  priceText,
  problemSummary,
  readPayment,
  requireSignature,
  testCards,
} from './parts.ts'

const KEPT_ATTEMPTS = 500

/** The hosted checkout: who buys, how they pay, and where they go afterwards. */
export function checkoutPages(needs: CheckoutNeeds): Hono {
  const { shop } = needs.memory
  const payOnce = onceByAttempt()

  const show = (c: Context, checkout: Checkout, form: Form, problems: Problems = {}) =>
    needs.showPage(c, {
      title: 'Checkout',
      status: Object.keys(problems).length > 0 ? 422 : 200,
      body: checkoutPage(needs, checkout, { ...form, action: c.req.url }, problems),
      // Browsers check where a form's answer redirects to.
      formTargets: [returnOrigin(checkout) ?? []].flat(),
    })

  const pay = (checkout: Checkout, form: Form, method: PaymentMethod) =>
    payOnce(form.attempt ?? randomUUID(), async () => {
      const { email = '', name = '' } = form
      const paid = await act(needs, (work) =>
        payCheckout(work, checkout, { email: email.trim(), name: name.trim(), method }),
      )
      return paid.redirectUrl ?? receiptUrl(needs, paid.order)
    })

  return new Hono()
    .use('/checkout/custom/:id', requireSignature(needs))
    .get('/checkout/custom/:id', (c) => {
      const checkout = byId(shop.state.checkouts, c.req.param('id'))
      return checkout ? show(c, checkout, firstForm(checkout)) : c.notFound()
    })
    .post('/checkout/custom/:id', async (c) => {
      const checkout = byId(shop.state.checkouts, c.req.param('id'))
      if (!checkout) return c.notFound()
      const form = formOf(await c.req.parseBody())
      const payment = readPayment(form, needs.clock.now())
      const problems = {
        ...problemsOf(form),
        ...('problems' in payment && payment.problems),
      }
      if ('problems' in payment || Object.keys(problems).length > 0) {
        return show(c, checkout, form, problems)
      }

      return c.redirect(await pay(checkout, form, payment.method), 303)
    })
}

const priceOf = ({ memory }: CheckoutNeeds, { variantId }: Checkout) =>
  currentPrice(memory.shop.state, known(memory.shop.state.variants, variantId))

function checkoutPage(
  needs: CheckoutNeeds,
  checkout: Checkout,
  form: Form,
  problems: Problems,
): Markup {
  const price = priceOf(needs, checkout)
  // The vendor knows no address for leaving: the shop's own is the nearest.
  const backUrl = returnOrigin(checkout) ?? needs.product.url
  const text = (name: string, label: string, type = 'text') =>
    field({
      name,
      label,
      type,
      autocomplete: name,
      value: form[name],
      problem: problems[name],
    })
  return html`<div class="narrow">
    ${backUrl ? html`<p><a href="${backUrl}">Back</a></p>` : ''}
    <h1>${planName(needs, checkout)}</h1>
    <p class="lead">${priceText(price)} until you cancel.${price.trialDays === null ? '' : ` Free for ${price.trialDays} days.`}</p>
    <form method="post" action="${form.action ?? ''}" class="card form" novalidate>
      ${problemSummary(problems)}
      <input type="hidden" name="attempt" value="${randomUUID()}">
      ${text('email', 'E-mail', 'email')}
      ${text('name', 'Name')}
      ${cardFields(form, problems)}
      <button class="button main" name="pay_with" value="card">${price.trialDays === null ? `Pay ${dollars(price.unitPrice)}` : 'Start the trial'}</button>
      <button class="button" name="pay_with" value="paypal">Pay with PayPal</button>
    </form>
    ${testCards()}
  </div>`
}

const returnOrigin = ({ productOptions: { redirect_url: url } }: Checkout): string | null =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : null

const firstForm = ({ checkoutData: { email, name } }: Checkout): Form => ({
  email: String(email ?? ''),
  name: String(name ?? ''),
})

const problemsOf = ({ email = '', name = '' }: Form): Problems => ({
  ...(!/^[^\s@]+@[^\s@]+$/.test(email.trim()) && { email: 'Enter your e-mail address.' }),
  ...(name.trim() === '' && { name: 'Enter your name.' }),
})

/** A double click, or a reload of the answer, pays once and goes to the same place. */
function onceByAttempt() {
  const results = new Map<string, Promise<string>>()

  return (attempt: string, work: () => Promise<string>): Promise<string> => {
    const found = results.get(attempt)
    if (found) return found
    const result = work()
    results.set(attempt, result)
    for (const old of [...results.keys()].slice(0, -KEPT_ATTEMPTS)) results.delete(old)
    return result
  }
}
