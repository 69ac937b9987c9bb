import { Hono } from 'hono'
import { act, catchUp } from '#checkout/billing/act.ts'
import { refund } from '#checkout/billing/invoices.ts'
import { payCheckout } from '#checkout/billing/purchase.ts'
import { SIGNATURES } from '#checkout/state/deliveries.ts'
import { byId, type CheckoutNeeds, currentPrice } from '#checkout/state/memory.ts'
import type { Checkout, CheckoutState, Variant } from '#checkout/state/objects.ts'
import { announce, releaseHeld, resend, sendDue } from '#checkout/webhooks/announce.ts'
import { DAY_MS } from '#runtime/clock.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { asInvalidInput, readMethod, subscriptionControl } from './subscription-control.ts'

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

type Fields = ReturnType<typeof fieldsOf>

/** Checkouts, prices and invoices, and the time. */
function shopControl(needs: CheckoutNeeds): Hono {
  const { shop } = needs.memory

  return new Hono()
    .post('/checkouts/:id/pay', async (c) => {
      const checkout = byId(shop.state.checkouts, c.req.param('id'))
      if (!checkout) throw new InvalidInput('No such checkout.')
      const payer = readPayer(await readJson(c.req), checkout, needs.clock.now())
      const paid = await act(needs, (work) => payCheckout(work, checkout, payer))
      return c.json({
        orderId: paid.order.id,
        orderIdentifier: paid.order.identifier,
        subscriptionId: paid.subscription.id,
        redirectUrl: paid.redirectUrl,
      })
    })
    .put('/variants/:id', async (c) => {
      const input = fieldsOf(await readJson(c.req))
      await shop.change((state) =>
        setVariant(state, Number(c.req.param('id')), input, needs.clock.now()),
      )
      return c.body(null, 204)
    })
    .post('/invoices/:id/refund', async (c) => {
      const invoice = byId(shop.state.invoices, c.req.param('id'))
      if (!invoice) throw new InvalidInput('No such invoice.')
      const input = fieldsOf(await readJson(c.req))
      const amount = input.has('amount') ? input.integer('amount') : undefined
      await asInvalidInput(() => act(needs, (work) => refund(work, invoice, amount)))
      return c.body(null, 204)
    })
    .post('/advance', async (c) => {
      const input = fieldsOf(await readJson(c.req))
      const ms = input.integer('ms', 0) + input.integer('days', 0) * DAY_MS
      await needs.clock.shift(needs.clock.offsetMs() + ms)
      await catchUp(needs)
      return c.json({ now: new Date(needs.clock.now()).toISOString() })
    })
}

/** Changes a variant, or adds one like the first. Its price is always a new one. */
function setVariant(state: CheckoutState, id: number, input: Fields, now: number): void {
  const [first] = state.variants
  const known = state.variants.find((one) => one.id === id)
  const model = known ?? first
  if (!model || !Number.isSafeInteger(id)) throw new InvalidInput('A variant has a number.')
  const old = currentPrice(state, model)
  const variant: Variant = {
    ...model,
    id,
    name: input.text('name', model.name),
    status: input.oneOf('status', ['published', 'draft']) ?? model.status,
    updatedAt: now,
  }
  if (known) Object.assign(known, variant)
  else state.variants.push({ ...variant, createdAt: now })
  state.prices.push({
    ...old,
    id: state.nextId++,
    variantId: id,
    unitPrice: input.integer('price', old.unitPrice),
    interval: input.oneOf('interval', ['month', 'year']) ?? old.interval,
    trialDays: input.has('trialDays') ? input.integer('trialDays') || null : old.trialDays,
    createdAt: now,
  })
}

function readPayer(input: unknown, { checkoutData }: Checkout, now: number) {
  const fields = fieldsOf(input)
  const customData = fields.value('customData')

  return {
    email: fields.text('email', String(checkoutData.email ?? '') || 'customer@example.test'),
    name: fields.text('name', String(checkoutData.name ?? '') || 'Customer'),
    method: readMethod(fields, now),
    ...(customData !== undefined && { customData: customData as Record<string, string> }),
  }
}
