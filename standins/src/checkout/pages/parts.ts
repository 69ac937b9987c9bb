import { createMiddleware } from 'hono/factory'
import { html } from 'hono/html'
import { checkCard, TEST_CARDS } from '#checkout/billing/cards.ts'
import { dollars, formatted, hasValidSignature } from '#checkout/shapes/resource.ts'
import { type CheckoutNeeds, known } from '#checkout/state/memory.ts'
import {
  type PaymentMethod,
  PRODUCT,
  type Price,
  type Subscription,
} from '#checkout/state/objects.ts'
import { facts, field, type Markup, problem } from '#runtime/page.ts'

export type Form = Record<string, string>
export type Problems = Record<string, string>

export const cardFields = (form: Form, problems: Problems): Markup => {
  const one = (name: string, label: string, autocomplete: string, placeholder: string) =>
    field({ name, label, autocomplete, placeholder, value: form[name], problem: problems[name] })

  return html`
    ${one('number', 'Card number', 'cc-number', '4242 4242 4242 4242')}
    ${one('expiry', 'Expiry', 'cc-exp', 'MM / YY')}
    ${one('cvc', 'CVC', 'cc-csc', '123')}`
}

export const problemSummary = (problems: Problems) =>
  problem(problems.form ?? Object.values(problems)[0])

export const testCards = (): Markup => html`
  <section aria-labelledby="test-cards">
    <h2 id="test-cards">Test cards</h2>
    <p class="quiet">No other card works here. Any future expiry and any CVC will do.</p>
    ${facts(TEST_CARDS.map(({ number, says }) => [number.replace(/(\d{4})(?=\d)/g, '$1 '), says]))}
  </section>`

export function readPayment(
  { pay_with, number = '', expiry = '', cvc = '' }: Form,
  now: number,
): { method: PaymentMethod } | { problems: Problems } {
  if (pay_with === 'paypal') return { method: { processor: 'paypal' } }
  const card = checkCard({ number, expiry, cvc }, now)

  return 'problem' in card ? { problems: { [card.field]: card.problem } } : card
}

/** A form's texts; files are not expected. */
export const formOf = (body: Record<string, unknown>): Form =>
  Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export const day = (ms: number) => DAY.format(ms)

/** `$4.00 a month` */
export const priceText = ({ unitPrice, interval }: Price) => `${dollars(unitPrice)} a ${interval}`

export const planName = ({ memory }: CheckoutNeeds, { variantId }: { variantId: number }) =>
  `${PRODUCT.name}, ${known(memory.shop.state.variants, variantId).name}`

export const methodText = (method: PaymentMethod) =>
  method.processor === 'paypal'
    ? 'PayPal'
    : `${formatted(method.brand)} ending in ${method.lastFour}`

/** What happens next to a subscription, for its owner. */
export function nextText({ status, renewsAt, endsAt }: Subscription): string {
  const end = day(endsAt ?? renewsAt)
  if (status === 'cancelled') return `It ends on ${end}.`
  if (status === 'expired') return `It ended on ${end}.`
  if (status === 'unpaid') return 'A working card starts it again.'

  return `The next payment is on ${day(renewsAt)}.`
}

/** Pages of customers open by a signed address only; an altered or expired one is refused in the vendor's words. */
export const requireSignature = (needs: CheckoutNeeds) =>
  createMiddleware(async (c, next) => {
    if (hasValidSignature(needs, c.req.url)) return next()

    return needs.showPage(c, {
      title: 'Forbidden',
      status: 403,
      body: html`<h1>Forbidden</h1>
        <p class="lead">Invalid signature. Sorry, you are forbidden from accessing this page.</p>`,
    })
  })
