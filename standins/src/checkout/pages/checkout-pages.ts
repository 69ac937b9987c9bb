import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { html } from 'hono/html'
import { act } from '#checkout/billing/act.ts'
import { checkCard, TEST_CARDS } from '#checkout/billing/cards.ts'
import { payCheckout } from '#checkout/billing/purchase.ts'
import { changeMethod } from '#checkout/billing/renewals.ts'
import { dollars } from '#checkout/shapes/resource.ts'
import { portalUrls, receiptUrl } from '#checkout/shapes/sale-shapes.ts'
import { byId, type CheckoutNeeds, currentPrice, known } from '#checkout/state/memory.ts'
import {
  type Checkout,
  type PaymentMethod,
  PRODUCT,
  type Subscription,
} from '#checkout/state/objects.ts'
import { facts, field, type Markup, problem } from '#runtime/page.ts'
import { isSigned } from '#runtime/signed-url.ts'

type Form = Record<string, string>

/** A page that takes a payment method. */
type PaymentPage = {
  title: string
  lead: string
  /** The text of the card's button. */
  verb: string
  /** Fields above the card's. */
  fields?(form: Form): Markup
  /** Where its form may redirect to: browsers check that. */
  returnsTo?: string | null
  /** Takes the payment, and returns the next address. */
  pay(form: Form, method: PaymentMethod): Promise<string>
}

/** The hosted checkout, and the page of a new payment method. */
export function checkoutPages(needs: CheckoutNeeds): Hono {
  const { state } = needs.memory.shop
  const answer = async (c: Context, page: PaymentPage) => {
    if (c.req.method === 'GET') return show(needs, c, page)
    const form = (await c.req.parseBody()) as Form
    const payment = readPayment(form, needs.clock.now())
    if ('problem' in payment) return show(needs, c, page, { form, ...payment })
    return c.redirect(await page.pay(form, payment.method), 303)
  }

  return new Hono()
    .use('/checkout/*', requireSignature(needs))
    .use('/subscription/*', requireSignature(needs))
    .on(['GET', 'POST'], '/checkout/custom/:id', (c) => {
      const checkout = byId(state.checkouts, c.req.param('id'))
      return checkout ? answer(c, checkoutPage(needs, checkout)) : c.notFound()
    })
    .on(['GET', 'POST'], '/subscription/:id/payment-details', (c) => {
      const one = byId(state.subscriptions, c.req.param('id'))
      return one && one.status !== 'expired' ? answer(c, methodPage(needs, one)) : c.notFound()
    })
}

function checkoutPage(needs: CheckoutNeeds, checkout: Checkout): PaymentPage {
  const { email, name } = checkout.checkoutData
  const { state } = needs.memory.shop
  const price = currentPrice(state, known(state.variants, checkout.variantId))
  const isTrial = price.trialDays !== null

  return {
    title: planName(needs, checkout),
    lead: `${dollars(price.unitPrice)} a ${price.interval} until you cancel.${isTrial ? ` Free for ${price.trialDays} days.` : ''}`,
    verb: isTrial ? 'Start the trial' : `Pay ${dollars(price.unitPrice)}`,
    fields: (form) => html`
      ${field({ name: 'email', label: 'E-mail', type: 'email', value: form.email ?? String(email ?? ''), required: true })}
      ${field({ name: 'name', label: 'Name', value: form.name ?? String(name ?? ''), required: true })}`,
    returnsTo: returnOrigin(checkout),
    async pay(form, method) {
      const payer = { email: (form.email ?? '').trim(), name: (form.name ?? '').trim(), method }
      const paid = await act(needs, (shop) => payCheckout(shop, checkout, payer))
      return paid.redirectUrl ?? receiptUrl(needs, paid.order)
    },
  }
}

/** A new card or PayPal account. What is due is collected with it. */
function methodPage(needs: CheckoutNeeds, one: Subscription): PaymentPage {
  const due = byId(needs.memory.shop.state.invoices, String(one.due?.invoiceId))?.total

  return {
    title: 'Payment method',
    lead:
      due === undefined
        ? 'The next payment uses it.'
        : `${dollars(due)} is due and is collected at once.`,
    verb: due === undefined ? 'Save card' : `Pay ${dollars(due)}`,
    async pay(_form, method) {
      await act(needs, (shop) => changeMethod(shop, one, method))
      return portalUrls(needs, one).customer_portal
    },
  }
}

type Refused = { form: Form; problem: string; field: string }

function show(needs: CheckoutNeeds, c: Context, page: PaymentPage, refused?: Refused) {
  const card = (name: string, label: string, placeholder: string) =>
    field({
      name,
      label,
      placeholder,
      value: refused?.form[name],
      isInvalid: refused?.field === name,
    })
  // The vendor knows no address for leaving: the shop's own is the nearest.
  const backUrl = page.returnsTo ?? needs.product.url

  return needs.showPage(c, {
    title: 'Checkout',
    status: refused ? 422 : 200,
    formTargets: page.returnsTo ? [page.returnsTo] : [],
    body: html`<div class="narrow">
      ${backUrl ? html`<p><a href="${backUrl}">Back</a></p>` : ''}
      <h1>${page.title}</h1>
      <p class="lead">${page.lead}</p>
      <form method="post" class="card form">
        ${problem(refused?.problem)}
        ${page.fields?.(refused?.form ?? {}) ?? ''}
        ${card('number', 'Card number', '4242 4242 4242 4242')}
        ${card('expiry', 'Expiry', 'MM / YY')}
        ${card('cvc', 'CVC', '123')}
        <button class="button main" name="pay_with" value="card">${page.verb}</button>
        <button class="button" name="pay_with" value="paypal">Use PayPal</button>
      </form>
      <h2>Test cards</h2>
      <p class="quiet">No other card works here. Any future expiry and any CVC will do.</p>
      ${facts(TEST_CARDS.map(({ number, says }) => [number.replace(/(\d{4})(?=\d)/g, '$1 '), says]))}
    </div>`,
  })
}

const readPayment = ({ pay_with, number = '', expiry = '', cvc = '' }: Form, now: number) =>
  pay_with === 'paypal'
    ? { method: { processor: 'paypal' as const } }
    : checkCard({ number, expiry, cvc }, now)

const returnOrigin = ({ productOptions: { redirect_url: url } }: Checkout): string | null =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : null

export const planName = ({ memory }: CheckoutNeeds, { variantId }: { variantId: number }) =>
  `${PRODUCT.name}, ${known(memory.shop.state.variants, variantId).name}`

/** Pages of customers open by a signed address only; an altered or expired one is refused in the vendor's words. */
export const requireSignature = (needs: CheckoutNeeds) =>
  createMiddleware(async (c, next) => {
    if (isSigned(c.req.url, needs.memory.shop.state.urlSecret, needs.clock.now())) return next()

    return needs.showPage(c, {
      title: 'Forbidden',
      status: 403,
      body: html`<h1>Forbidden</h1>
        <p class="lead">Invalid signature. Sorry, you are forbidden from accessing this page.</p>`,
    })
  })
