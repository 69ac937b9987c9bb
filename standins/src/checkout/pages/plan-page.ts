import { html } from 'hono/html'
import { type CheckoutNeeds, currentPrice } from '#checkout/state/needs.ts'
import type { Subscription } from '#checkout/state/objects.ts'
import type { Markup } from '#runtime/page.ts'
import { priceText } from './texts.ts'

type Addresses = { action: string; backUrl: string }

export function planPage(
  { memory }: CheckoutNeeds,
  subscription: Subscription,
  { action, backUrl }: Addresses,
): Markup {
  const { state } = memory.shop
  const offered = state.variants.filter(({ status }) => status === 'published')

  return html`<div class="narrow">
    <p><a class="back" href="${backUrl}">Back</a></p>
    <h1>Change plan</h1>
    <p class="lead">Unused time of the old plan is credited. A plan with another interval is charged today.</p>
    <form method="post" action="${action}" class="card pay">
      <fieldset>
        <legend>Plan</legend>
        ${offered.map(
          (one) => html`<label class="choice">
            <input type="radio" name="variant" value="${one.id}"${one.id === subscription.variantId ? html` checked` : ''}>
            <span>${one.name} <span class="quiet">${priceText(currentPrice(state, one))}${one.id === subscription.variantId ? ', your plan' : ''}</span></span>
          </label>`,
        )}
      </fieldset>
      <button class="button main">Change plan</button>
    </form>
  </div>`
}
