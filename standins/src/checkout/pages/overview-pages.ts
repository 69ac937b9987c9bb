import { html } from 'hono/html'
import { portalUrls } from '#checkout/shapes/subscription-shapes.ts'
import type { Delivery } from '#checkout/state/deliveries.ts'
import { type CheckoutNeeds, known } from '#checkout/state/needs.ts'
import type { Mail, Subscription } from '#checkout/state/objects.ts'
import type { Markup } from '#runtime/page.ts'
import { planName, statusBadge } from './portal-page.ts'
import { methodText, minute, nextText } from './texts.ts'

export const subscriptionsPage = (
  needs: CheckoutNeeds,
  subscriptions: readonly Subscription[],
): Markup => html`
  <h1>Subscriptions</h1>
  <p class="lead">It is ${minute(needs.clock.now())} here. “Advance” moves the clock of all stand-ins and of the product.</p>
  ${
    subscriptions.length === 0
      ? html`<p class="quiet">Nobody has bought anything yet.</p>`
      : html`<ul class="stack">${subscriptions.map((one) => subscriptionRow(needs, one))}</ul>`
  }`

function subscriptionRow(needs: CheckoutNeeds, one: Subscription): Markup {
  const { state } = needs.memory.shop
  const customer = known(state.customers, one.customerId)
  const isEnding = one.status === 'cancelled'

  return html`<li class="card subscription">
    <p class="name-line"><strong><bdi>${customer.name}</bdi></strong> <span class="quiet"><bdi>${customer.email}</bdi></span> ${statusBadge(one)}</p>
    <p>${planName(needs, one)}. ${nextText(one, known(state.prices, one.priceId))}</p>
    <p class="quiet">Paid with ${methodText(one.method)}. Subscription ${one.id}.${one.failures > 0 ? html` <strong>The next payment will fail.</strong>` : ''}</p>
    <div class="actions">
      <a class="button" href="${portalUrls(needs, one).customer_portal}">Customer portal<span class="hidden"> of ${customer.email}</span></a>
      ${
        one.status === 'expired'
          ? ''
          : html`<form method="post" action="/subscriptions/${one.id}/advance"><button class="button">Advance to ${isEnding ? 'its end' : 'renewal'}<span class="hidden"> of subscription ${one.id}</span></button></form>
      <form method="post" action="/subscriptions/${one.id}/fail"><button class="button">${one.failures > 0 ? 'Let the next payment pass' : 'Fail next payment'}<span class="hidden"> of subscription ${one.id}</span></button></form>`
      }
    </div>
  </li>`
}

export const mailsPage = (mails: readonly Mail[]): Markup => html`
  <h1>Mails</h1>
  <p class="lead">Receipts and reminders that the provider would send, newest first. They are sent nowhere.</p>
  ${
    mails.length === 0
      ? html`<p class="quiet">None yet.</p>`
      : html`<ul class="stack">${mails.map(
          ({ to, subject, text, at }) => html`<li class="card subscription">
            <p class="name-line"><strong>${subject}</strong> <span class="quiet">to <bdi>${to}</bdi>, ${minute(at)}</span></p>
            <p>${text}</p>
          </li>`,
        )}</ul>`
  }`

export const deliveriesPage = (deliveries: readonly Delivery[], isHeld: boolean): Markup => html`
  <h1>Webhook deliveries</h1>
  <p class="lead">What the product was told, newest first.${isHeld ? ' They are held back until a test lets them go.' : ''}</p>
  ${deliveries.length === 0 ? html`<p class="quiet">None yet.</p>` : html`<ul class="stack">${deliveries.map(deliveryRow)}</ul>`}`

const deliveryRow = ({
  id,
  event,
  objectType,
  objectId,
  happenedAt,
  state,
  attempts,
  payload,
}: Delivery) => html`
  <li class="card subscription">
    <p class="name-line"><strong>${event}</strong> <span class="quiet">${objectType} ${objectId}, ${minute(happenedAt)}</span> <span class="status ${state}">${state}</span></p>
    <p class="quiet">${attempts.length === 0 ? 'Not sent.' : `Answered ${attempts.map(({ statusCode }) => statusCode || 'not at all').join(', ')}.`}</p>
    <div class="actions">
      <form method="post" action="/deliveries/${id}"><button class="button">Send again<span class="hidden"> delivery ${id}</span></button></form>
    </div>
    <details><summary>Payload</summary><pre class="command">${JSON.stringify(JSON.parse(payload), null, 2)}</pre></details>
  </li>`
