import { Hono } from 'hono'
import { act, catchUp } from '#checkout/billing/act.ts'
import { checkCard } from '#checkout/billing/cards.ts'
import { refund } from '#checkout/billing/invoices.ts'
import { payCheckout } from '#checkout/billing/purchase.ts'
import { BillingRefusal } from '#checkout/billing/shop.ts'
import { byId, type CheckoutNeeds, currentPrice } from '#checkout/state/memory.ts'
import type { Checkout, CheckoutState, PaymentMethod, Variant } from '#checkout/state/objects.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'

type Fields = ReturnType<typeof fieldsOf>

const DAY_MS = 24 * 60 * 60_000
const GOOD_CARD = '4242424242424242'

/** Checkouts, prices and invoices, and the time. */
export function shopControl(needs: CheckoutNeeds): Hono {
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
