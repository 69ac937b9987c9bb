import { Hono } from 'hono'
import { act, advanceTo } from '#checkout/billing/act.ts'
import { checkCard } from '#checkout/billing/cards.ts'
import { purchase } from '#checkout/billing/purchase.ts'
import { changeMethod, expire } from '#checkout/billing/renewals.ts'
import { BillingRefusal, type Shop } from '#checkout/billing/shop.ts'
import { cancel, pause, resume, unpause, update } from '#checkout/billing/subscription-changes.ts'
import { subscriptionShape } from '#checkout/shapes/sale-shapes.ts'
import type { CheckoutNeeds } from '#checkout/state/memory.ts'
import { type PaymentMethod, STATUSES, STORE, type Subscription } from '#checkout/state/objects.ts'
import { DAY_MS } from '#runtime/clock.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'

const GOOD_CARD = '4242424242424242'

type Fields = ReturnType<typeof fieldsOf>

/** Subscriptions in any state, and what their owners do in the portal. */
export function subscriptionControl(needs: CheckoutNeeds): Hono {
  const find = (id: string) => {
    const found = needs.memory.shop.state.subscriptions.find((one) => String(one.id) === id)
    if (!found) throw new InvalidInput('No such subscription.')
    return found
  }

  return new Hono()
    .post('/subscriptions', async (c) => {
      const input = fieldsOf(await readJson(c.req))
      const sold = await asInvalidInput(() => act(needs, (shop) => sell(shop, input)))
      return c.json(
        {
          subscriptionId: sold.subscription.id,
          orderId: sold.order.id,
          orderIdentifier: sold.order.identifier,
          subscription: subscriptionShape(needs, sold.subscription),
        },
        201,
      )
    })
    .put('/subscriptions/:id', async (c) => {
      const input = fieldsOf(await readJson(c.req))
      const subscription = find(c.req.param('id'))
      await act(needs, (shop) => {
        setState(shop, subscription, input)
        if (!input.flag('silent')) shop.emitSubscription('subscription_updated', subscription)
      })
      return c.json(subscriptionShape(needs, subscription))
    })
    .post('/subscriptions/:id/advance', async (c) => {
      const { renewsAt, endsAt } = find(c.req.param('id'))
      await advanceTo(needs, endsAt ?? renewsAt)
      return c.json({ now: new Date(needs.clock.now()).toISOString() })
    })
    .post('/subscriptions/:id/:verb', async (c) => {
      const verb = VERBS[c.req.param('verb')]
      if (!verb) throw new InvalidInput(`Verbs are: ${Object.keys(VERBS).join(', ')}.`)
      const text = await c.req.text()
      const input = fieldsOf(text === '' ? {} : await readJson(c.req))
      const subscription = find(c.req.param('id'))
      await asInvalidInput(() => act(needs, (shop) => verb(shop, subscription, input)))
      return c.json(subscriptionShape(needs, subscription))
    })
}

const VERBS: Record<string, (shop: Shop, one: Subscription, input: Fields) => void> = {
  cancel,
  resume,
  unpause,
  expire,
  pause: (shop, one, input) =>
    pause(shop, one, { mode: input.oneOf('mode', ['void', 'free']) ?? 'void' }),
  'payment-method': (shop, one, input) => changeMethod(shop, one, readMethod(input, shop.now)),
  'fail-next-payment': (_shop, one, input) => {
    one.failures = input.integer('times', 1)
  },
}

function sell(shop: Shop, input: Fields) {
  const variantId = input.integer('variantId', 1001)
  if (!shop.state.variants.some(({ id }) => id === variantId)) {
    throw new InvalidInput('No such variant.')
  }
  const customData = input.value('customData') ?? null
  const quiet = input.flag('silent') ? silent(shop) : shop

  const sold = purchase(quiet, {
    storeId: input.integer('storeId', STORE.id),
    variantId,
    email: input.text('email', 'customer@example.test'),
    name: input.text('name', 'Customer'),
    method: readMethod(input, shop.now),
    customData: customData as Record<string, string> | null,
    testMode: input.has('testMode') ? input.flag('testMode') : true,
  })
  if (['status', 'renewsAt', 'endsAt'].some(input.has)) {
    setState(shop, sold.subscription, input)
    quiet.emitSubscription('subscription_updated', sold.subscription)
  }

  return sold
}

const silent = (shop: Shop): Shop => ({
  ...shop,
  emitOrder: () => undefined,
  emitSubscription: () => undefined,
  emitInvoice: () => undefined,
})

/** Sets fields directly, without charging. */
function setState(shop: Shop, one: Subscription, input: Fields): void {
  const status = input.oneOf('status', STATUSES)
  if (status === 'past_due' || status === 'unpaid') markUnpaid(shop, one, status)
  update(shop, one, {
    ...(status && { status }),
    ...(input.has('renewsAt') && { renewsAt: readTime(input, 'renewsAt') }),
    ...(input.has('endsAt') && { endsAt: readTime(input, 'endsAt') }),
  })
  if (status === 'cancelled') one.endsAt ??= one.renewsAt
  if (status === 'expired') one.endsAt ??= shop.now
  if (status === 'paused') one.pause ??= { mode: 'void' }
}

/** The newest invoice becomes the one that was not paid. */
function markUnpaid({ state, now }: Shop, one: Subscription, status: 'past_due' | 'unpaid'): void {
  const invoice = state.invoices.findLast(({ subscriptionId }) => subscriptionId === one.id)
  if (!invoice) return
  invoice.status = 'pending'
  const isUnpaid = status === 'unpaid'
  one.due = { invoiceId: invoice.id, failedAt: now, retries: isUnpaid ? 4 : 0 }
  one.renewsAt = isUnpaid ? now : now + 3 * DAY_MS
}

function readTime(input: Fields, name: string): number {
  const ms = Date.parse(input.text(name))
  if (Number.isNaN(ms)) throw new InvalidInput(`"${name}" must be a time.`)
  return ms
}

/** `"card"` or `"paypal": true`; a test approves a payment by paying. */
export function readMethod(fields: Fields, now: number): PaymentMethod {
  if (fields.flag('paypal')) return { processor: 'paypal' }
  const year = new Date(now).getUTCFullYear() + 1
  const card = checkCard(
    { number: fields.text('card', GOOD_CARD), expiry: `12/${year}`, cvc: '123' },
    now,
  )
  if ('problem' in card) throw new InvalidInput(card.problem)

  return card.method
}

export async function asInvalidInput<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BillingRefusal) throw new InvalidInput(error.message)
    throw error
  }
}
