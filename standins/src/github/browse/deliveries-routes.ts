import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Delivery } from '#github/memory/delivery.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { redeliver } from '#github/webhooks/announce.ts'
import type { Markup } from '#runtime/page.ts'
import { when } from './when.ts'

const SHOWN = 50

export function deliveriesRoutes(needs: GithubNeeds): Hono {
  const { deliveries } = needs.memory

  return new Hono()
    .get('/deliveries', (c) =>
      needs.showPage(c, {
        title: 'Webhook deliveries',
        body: deliveriesPage(deliveries.all().slice(0, SHOWN), deliveries.isHeld),
      }),
    )
    .post('/deliveries/:guid', async (c) => {
      await redeliver(needs, c.req.param('guid'))
      return c.redirect('/deliveries', 303)
    })
}

const deliveriesPage = (deliveries: readonly Delivery[], isHeld: boolean): Markup => html`
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
