import { html } from 'hono/html'
import { checkCard, TEST_CARDS } from '#checkout/billing/cards.ts'
import type { PaymentMethod } from '#checkout/state/objects.ts'
import { facts, field, problem } from '#runtime/kit.ts'
import type { Markup } from '#runtime/page.ts'

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
