import { html } from 'hono/html'
import type { Markup } from '#frame/page.ts'
import type { Delivery } from '#github/memory/delivery.ts'
import { when } from './when.ts'

export const deliveriesPage = (deliveries: readonly Delivery[], isHeld: boolean): Markup => html`
  <h1>Webhook deliveries</h1>
  <p class="lead">What the apps were told, newest first.${isHeld ? ' They are held back until a test lets them go.' : ''}</p>
  ${deliveries.length === 0 ? html`<p class="quiet">Nothing yet.</p>` : html`<ul class="card people">${deliveries.map(row)}</ul>`}`

const row = ({ guid, event, action, happenedAt, attempts, payload }: Delivery) => html`
  <li class="person">
    <span class="who">
      <span>${event}${action ? ` ${action}` : ''} <span class="quiet">${when(happenedAt)}</span></span>
      <span class="note quiet">${attempts.length === 0 ? 'not sent' : attempts.map(({ statusCode, status }) => `${statusCode || 'no answer'}: ${status}`).join('; ')}</span>
      <details><summary class="note">Payload</summary><pre class="command">${JSON.stringify(JSON.parse(payload), null, 2)}</pre></details>
    </span>
    <form method="post" action="/deliveries/${guid}"><button class="button">Redeliver</button></form>
  </li>`
