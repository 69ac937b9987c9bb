import { html } from 'hono/html'
import { checkCard, TEST_CARDS } from '#checkout/billing/cards.ts'
import type { PaymentMethod } from '#checkout/state/objects.ts'
import type { Markup } from '#runtime/page.ts'

export type Form = Record<string, string>
export type Problems = Record<string, string>

type Field = {
  name: string
  label: string
  type?: string
  autocomplete: string
  hint?: string
  isNumeric?: boolean
}

/** A labelled input that keeps what was typed and shows what is wrong with it. */
export function field(
  { name, label, type = 'text', ...more }: Field,
  form: Form,
  problems: Problems,
) {
  const problem = problems[name]
  const numeric = more.isNumeric ? html` inputmode="numeric"` : ''
  const invalid = problem ? html` aria-invalid="true" aria-describedby="${name}-problem"` : ''
  const isFirst = name === Object.keys(problems)[0]

  return html`<p class="labelled">
    <label for="${name}">${label}</label>
    <input class="field" id="${name}" name="${name}" type="${type}" value="${form[name] ?? ''}"
      autocomplete="${more.autocomplete}" placeholder="${more.hint ?? ''}"${numeric}${invalid}${isFirst ? html` autofocus` : ''}>
    ${problem ? html`<span class="mistake" id="${name}-problem">${problem}</span>` : ''}
  </p>`
}

export const cardFields = (form: Form, problems: Problems): Markup => html`
  ${field(
    {
      name: 'number',
      label: 'Card number',
      autocomplete: 'cc-number',
      hint: '4242 4242 4242 4242',
      isNumeric: true,
    },
    form,
    problems,
  )}
  <div class="pair">
    ${field({ name: 'expiry', label: 'Expiry', autocomplete: 'cc-exp', hint: 'MM / YY' }, form, problems)}
    ${field(
      { name: 'cvc', label: 'CVC', autocomplete: 'cc-csc', hint: '123', isNumeric: true },
      form,
      problems,
    )}
  </div>`

export const problemSummary = (problems: Problems): Markup | string =>
  Object.keys(problems).length === 0
    ? ''
    : html`<p class="problem" role="alert">${problems.form ?? Object.values(problems)[0]}</p>`

export const testCards = (): Markup => html`
  <section class="card test-cards" aria-labelledby="test-cards">
    <h2 id="test-cards">Test cards</h2>
    <p class="quiet">No other card works here. Any future expiry and any CVC will do.</p>
    <dl>${TEST_CARDS.map(
      ({ number, says }) => html`<div>
        <dt><code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code></dt><dd>${says}</dd>
      </div>`,
    )}</dl>
  </section>`

type Payment = { method: PaymentMethod; needsApproval: boolean } | { problems: Problems }

export function readPayment(form: Form, now: number): Payment {
  if (form.pay_with === 'paypal') return { method: { processor: 'paypal' }, needsApproval: false }
  const { number = '', expiry = '', cvc = '' } = form
  const card = checkCard({ number, expiry, cvc }, now)

  return 'problem' in card ? { problems: { [card.field]: card.problem } } : card
}

/** A form's texts; files are not expected. */
export const formOf = (body: Record<string, unknown>): Form =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
