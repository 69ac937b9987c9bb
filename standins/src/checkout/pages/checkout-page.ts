import { html } from 'hono/html'
import { dollars } from '#checkout/shapes/money.ts'
import { COUNTRIES } from '#checkout/state/amounts.ts'
import type { Amounts, Price, Variant } from '#checkout/state/objects.ts'
import { PRODUCT } from '#checkout/state/store.ts'
import type { Markup } from '#runtime/page.ts'
import {
  cardFields,
  type Form,
  field,
  type Problems,
  problemSummary,
  testCards,
} from './payment-form.ts'
import { day, priceText } from './texts.ts'

type Shown = {
  action: string
  variant: Variant
  price: Price
  hasTrial: boolean
  renewsAt: number
  /** What is charged today, with the tax of the chosen country. */
  amounts: Amounts
  backUrl: string | null
  /** Identifies the attempt, so that a double click pays once. */
  attempt: string
  form: Form
  problems: Problems
}

export const checkoutPage = (shown: Shown): Markup => html`
  <div class="checkout">
    <div class="summary">
      ${shown.backUrl ? html`<p><a class="back" href="${shown.backUrl}">Back</a></p>` : ''}
      <h1>${PRODUCT.name}, ${shown.variant.name}</h1>
      <p class="price">${priceText(shown.price)}</p>
      <p class="quiet">${terms(shown)}</p>
      ${shown.amounts.tax > 0 ? totals(shown.amounts) : ''}
      ${testCards()}
    </div>
    <form method="post" action="${shown.action}" class="card pay" novalidate>
      ${problemSummary(shown.problems)}
      <input type="hidden" name="attempt" value="${shown.attempt}">
      <input type="hidden" name="total" value="${shown.amounts.total}">
      <h2>Your details</h2>
      ${field(
        { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' },
        shown.form,
        shown.problems,
      )}
      ${field({ name: 'name', label: 'Name', autocomplete: 'name' }, shown.form, shown.problems)}
      ${countryField(shown.form)}
      <h2>Payment</h2>
      ${cardFields(shown.form, shown.problems)}
      <button class="button main" name="pay_with" value="card">${payLabel(shown)}</button>
      <button class="button" name="pay_with" value="paypal">Pay with PayPal</button>
      <p class="quiet note">Tax is added by country. You can cancel at any time in the customer portal.</p>
    </form>
  </div>`

const terms = ({ price, hasTrial, renewsAt }: Shown) =>
  hasTrial
    ? `Free for ${price.trialDays} days. The first payment is on ${day(renewsAt)}.`
    : `Renews on ${day(renewsAt)} for ${dollars(price.unitPrice)} until you cancel.`

const totals = ({ subtotal, tax, taxRate, total }: Amounts) => html`
  <dl class="card facts">
    <div><dt>Subtotal</dt><dd>${dollars(subtotal)}</dd></div>
    <div><dt>Tax (${taxRate}%)</dt><dd>${dollars(tax)}</dd></div>
    <div><dt>Total</dt><dd>${dollars(total)}</dd></div>
  </dl>`

const payLabel = ({ amounts, hasTrial }: Shown) =>
  hasTrial ? 'Start the trial' : `Pay ${dollars(amounts.total)}`

export const countryField = (form: Form): Markup => html`<p class="labelled">
  <label for="country">Country</label>
  <select class="field" id="country" name="country" autocomplete="country">
    ${COUNTRIES.map(
      ({ code, name, taxRate }) =>
        html`<option value="${code}"${code === form.country ? html` selected` : ''}>${name}${taxRate > 0 ? ` (plus ${taxRate}% tax)` : ''}</option>`,
    )}
  </select>
</p>`
