import { html } from 'hono/html'
import { dollars } from '#checkout/shapes/money.ts'
import { formatted } from '#checkout/shapes/resource.ts'
import { invoiceUrl } from '#checkout/shapes/subscription-shapes.ts'
import { type CheckoutNeeds, known } from '#checkout/state/needs.ts'
import type { Customer, Invoice, Subscription } from '#checkout/state/objects.ts'
import { PRODUCT } from '#checkout/state/store.ts'
import type { Markup } from '#runtime/page.ts'
import { countryField } from './checkout-page.ts'
import { invoicePageUrl } from './invoice-pages.ts'
import { field } from './payment-form.ts'
import { methodText, nextText, shortDay } from './texts.ts'

export type Shown = {
  customer: Customer
  subscriptions: readonly Subscription[]
  invoices: readonly Invoice[]
  /** Signs a path for this customer, for as long as the page's own address lasts. */
  linkTo(path: string): string
  problem?: string
}

export const portalPage = (needs: CheckoutNeeds, shown: Shown): Markup => html`
  <div class="title">
    <h1>Customer portal</h1>
    ${needs.product.url ? html`<a class="button" href="${needs.product.url}">Back to the shop</a>` : ''}
  </div>
  <p class="lead">${shown.customer.name}, <bdi>${shown.customer.email}</bdi></p>
  ${shown.problem ? html`<p class="problem" role="alert">${shown.problem}</p>` : ''}
  <section aria-labelledby="subscriptions">
    <h2 id="subscriptions">Subscriptions</h2>
    <ul class="stack">${shown.subscriptions.map((one) => subscriptionCard(needs, one, shown.linkTo))}</ul>
  </section>
  <section aria-labelledby="invoices">
    <h2 id="invoices">Invoices</h2>
    ${shown.invoices.length === 0 ? html`<p class="quiet">None yet.</p>` : invoiceTable(needs, shown.invoices)}
  </section>
  <section aria-labelledby="details">
    <h2 id="details">Billing details</h2>
    <form method="post" action="${shown.linkTo('/billing/details')}" class="card pay narrow-form">
      ${field(
        { name: 'name', label: 'Name', autocomplete: 'name' },
        { name: shown.customer.name },
        {},
      )}
      ${countryField({ country: shown.customer.country ?? 'US' })}
      <button class="button">Save</button>
    </form>
  </section>`

export const statusBadge = ({ status }: Subscription): Markup =>
  html`<span class="status ${status}">${formatted(status)}</span>`

export const planName = ({ memory }: CheckoutNeeds, { variantId }: Subscription) =>
  `${PRODUCT.name}, ${known(memory.shop.state.variants, variantId).name}`

type LinkTo = Shown['linkTo']

const subscriptionCard = (needs: CheckoutNeeds, one: Subscription, linkTo: LinkTo): Markup => {
  const price = known(needs.memory.shop.state.prices, one.priceId)

  return html`<li class="card subscription">
    <p class="name-line"><strong>${planName(needs, one)}</strong> ${statusBadge(one)}</p>
    <p>${nextText(one, price)}</p>
    <p class="quiet">Paid with ${methodText(one.method)}. Subscription ${one.id}.</p>
    <div class="actions">${actionsFor(one, linkTo)}</div>
    ${['active', 'on_trial', 'past_due'].includes(one.status) ? pauseForm(one, linkTo) : ''}
  </li>`
}

function actionsFor({ id, status }: Subscription, linkTo: LinkTo): (Markup | string)[] {
  const press = (verb: string, label: string, style = '') => html`
    <form method="post" action="${linkTo(`/billing/${id}/${verb}`)}"><button class="button${style}">${label}</button></form>`
  if (status === 'expired') return []
  if (status === 'cancelled') return [press('resume', 'Resume subscription', ' main')]

  return [
    html`<a class="button" href="${linkTo(`/subscription/${id}/payment-details`)}">Update payment method</a>`,
    ['active', 'on_trial'].includes(status)
      ? html`<a class="button" href="${linkTo(`/billing/${id}/update`)}">Change plan</a>`
      : '',
    status === 'paused' ? press('unpause', 'Resume payments', ' main') : '',
    press('cancel', 'Cancel subscription', ' danger'),
  ]
}

const pauseForm = ({ id }: Subscription, linkTo: LinkTo) => html`
  <details>
    <summary>Pause payments</summary>
    <form method="post" action="${linkTo(`/billing/${id}/pause`)}" class="pause">
      <p class="labelled">
        <label for="mode-${id}">Meanwhile</label>
        <select class="field" id="mode-${id}" name="mode">
          <option value="void">the service is off</option>
          <option value="free">the service stays on</option>
        </select>
      </p>
      <p class="labelled">
        <label for="until-${id}">Until (optional)</label>
        <input class="field" id="until-${id}" name="until" type="date">
      </p>
      <button class="button">Pause</button>
    </form>
  </details>`

const invoiceTable = (needs: CheckoutNeeds, invoices: readonly Invoice[]) => html`
  <div class="scroll invoices" role="group" aria-labelledby="invoices" tabindex="0"><table>
    <thead><tr><th>Date</th><th class="number">Amount</th><th>Status</th><th>Invoice</th></tr></thead>
    <tbody>${invoices.map(
      (one) => html`<tr>
        <td>${shortDay(one.createdAt)}</td>
        <td class="number">${dollars(one.total)}</td>
        <td>${formatted(one.status)}</td>
        <td class="links">
          <a href="${invoicePageUrl(needs, one)}">View<span class="hidden"> invoice ${one.id}</span></a>
          <a href="${invoiceUrl(needs, one)}">PDF<span class="hidden"> of invoice ${one.id}</span></a>
        </td>
      </tr>`,
    )}</tbody>
  </table></div>`
