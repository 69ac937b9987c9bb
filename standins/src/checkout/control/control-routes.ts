import { Hono } from 'hono'
import { SIGNATURES } from '#checkout/state/deliveries.ts'
import type { CheckoutNeeds } from '#checkout/state/memory.ts'
import { announce, releaseHeld, resend, sendDue } from '#checkout/webhooks/announce.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { shopControl } from './shop-control.ts'
import { subscriptionControl } from './subscription-control.ts'

const MAX_COPIES = 10

/** Triggers changes at the provider that the product did not cause. */
export const checkoutControl = (needs: CheckoutNeeds): Hono =>
  new Hono()
    .route('/', webhookControl(needs))
    .route('/', shopControl(needs))
    .route('/', subscriptionControl(needs))

/** Webhook deliveries: listing, disturbing and repeating them. */
function webhookControl(needs: CheckoutNeeds): Hono {
  const { deliveries } = needs.memory

  return new Hono()
    .put('/webhooks', async (c) => {
      const wasHeld = deliveries.settings().held
      await deliveries.set(readSettings(await readJson(c.req)))
      if (wasHeld && !deliveries.settings().held) await releaseHeld(needs)
      return c.json(deliveries.settings())
    })
    .get('/deliveries', async (c) => {
      // Waits for due deliveries, so that a test does not race them.
      await deliveries.enqueue(() => sendDue(needs))
      return c.json(deliveries.all().map((one) => ({ ...one, payload: JSON.parse(one.payload) })))
    })
    .post('/deliveries/:id/attempts', async (c) => {
      if (!(await resend(needs, Number(c.req.param('id'))))) {
        throw new InvalidInput('No such delivery.')
      }
      return c.body(null, 204)
    })
    .post('/events', async (c) => {
      const input = fieldsOf(await readJson(c.req))
      const object = fieldsOf(input.value('data'))
      const customData = input.value('customData')
      await announce(needs, [
        {
          name: input.text('event'),
          object: {
            relationships: {},
            links: { self: '' },
            ...(input.value('data') as object),
            type: object.text('type'),
            id: object.text('id'),
            attributes: { ...(object.value('attributes') as object) },
          },
          customData: customData === undefined ? null : (customData as Record<string, string>),
          testMode: input.has('testMode') ? input.flag('testMode') : true,
          happenedAt: needs.clock.now(),
        },
      ])
      return c.body(null, 204)
    })
}

function readSettings(input: unknown) {
  const fields = fieldsOf(input)
  const copies = fields.integer('copies', 1)
  const delayMs = fields.integer('delayMs', 0)
  if (copies < 1 || copies > MAX_COPIES) {
    throw new InvalidInput(`"copies" must lie between 1 and ${MAX_COPIES}.`)
  }
  if (delayMs < 0) throw new InvalidInput('"delayMs" must not be negative.')

  return {
    held: fields.flag('held'),
    delayMs,
    copies,
    isReversed: fields.oneOf('order', ['usual', 'reversed']) === 'reversed',
    lose: fields.flag('lose'),
    signature: fields.oneOf('signature', SIGNATURES),
  }
}
