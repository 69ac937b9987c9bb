import { type Context, Hono } from 'hono'
import { act } from '#checkout/billing/act.ts'
import { changePlan } from '#checkout/billing/change-plan.ts'
import { refund } from '#checkout/billing/invoices.ts'
import { BillingRefusal, type Shop } from '#checkout/billing/shop.ts'
import { cancel, resume, unpause } from '#checkout/billing/subscription-changes.ts'
import { invoiceShape, subscriptionShape } from '#checkout/shapes/subscription-shapes.ts'
import { byId, type CheckoutNeeds } from '#checkout/state/memory.ts'
import type { Subscription } from '#checkout/state/objects.ts'
import {
  answerWith,
  type Document,
  invalid,
  optionalFlag,
  optionalInteger,
  readDocument,
} from './conventions.ts'
import { notFound, unprocessable } from './errors.ts'

/** The changes that the product makes: subscriptions, and refunds of invoices. */
export function subscriptionRoutes(needs: CheckoutNeeds): Hono {
  const change = async (c: Context, work: (shop: Shop, one: Subscription) => void) => {
    const one = byId(needs.memory.shop.state.subscriptions, c.req.param('id'))
    if (!one) throw notFound()
    await act(needs, (shop) => asUnprocessable(() => work(shop, one)))
    return answerWith(c, subscriptionShape(needs, one))
  }

  return new Hono()
    .delete('/v1/subscriptions/:id', (c) => change(c, cancel))
    .patch('/v1/subscriptions/:id', async (c) => {
      const document = await readDocument(c, 'subscriptions')
      return change(c, (shop, one) => edit(shop, one, document))
    })
    .post('/v1/subscription-invoices/:id/refund', async (c) => {
      const invoice = byId(needs.memory.shop.state.invoices, c.req.param('id'))
      if (!invoice) throw notFound()
      const { attributes } = await readDocument(c, 'subscription-invoices')
      const amount = optionalInteger(attributes, 'amount')
      if (amount === null) throw invalid('amount', 'field is required.')
      await act(needs, (shop) => asUnprocessable(() => refund(shop, invoice, amount)))
      return answerWith(c, invoiceShape(needs, invoice))
    })
}

function edit(shop: Shop, one: Subscription, { attributes }: Document): void {
  const cancelled = optionalFlag(attributes, 'cancelled')
  const variantId = optionalInteger(attributes, 'variant_id')

  if (cancelled === true) cancel(shop, one)
  if (cancelled === false) resume(shop, one)
  if (attributes.pause === null) unpause(shop, one)
  if (variantId === null) return
  const variant = shop.state.variants.find(({ id }) => id === variantId)
  if (variant?.status !== 'published') {
    throw unprocessable('/data/attributes/variant_id', 'The related resource does not exist.')
  }
  changePlan(shop, one, variant, {
    isInvoicedNow: optionalFlag(attributes, 'invoice_immediately') ?? false,
  })
}

function asUnprocessable(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof BillingRefusal)) throw error
    throw unprocessable(`/data/attributes/${error.field ?? ''}`, error.message)
  }
}
