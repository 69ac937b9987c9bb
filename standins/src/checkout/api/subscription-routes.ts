import { type Context, Hono } from 'hono'
import { act } from '#checkout/billing/act.ts'
import { changePlan } from '#checkout/billing/change-plan.ts'
import { BillingRefusal, type Shop } from '#checkout/billing/shop.ts'
import { cancel, pause, resume, unpause, update } from '#checkout/billing/subscription-changes.ts'
import { subscriptionItemShape, subscriptionShape } from '#checkout/shapes/subscription-shapes.ts'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import type { Pause, Subscription } from '#checkout/state/objects.ts'
import { answer } from './conventions.ts'
import { notFound, unprocessable } from './errors.ts'
import {
  type Document,
  optionalFlag,
  optionalInteger,
  optionalTime,
  readDocument,
  recordIn,
} from './read-body.ts'

export function subscriptionRoutes(needs: CheckoutNeeds): Hono {
  const change = async (c: Context, work: (shop: Shop, one: Subscription) => void) => {
    const found = await act(needs, (shop) => {
      const one = shop.state.subscriptions.find(({ id }) => String(id) === c.req.param('id'))
      if (one) asUnprocessable(() => work(shop, one))
      return one
    })
    if (!found) throw notFound()
    const shape = subscriptionShape(needs, found)

    return answer(c, { links: shape.links, data: shape })
  }

  return new Hono()
    .delete('/v1/subscriptions/:id', (c) => change(c, cancel))
    .patch('/v1/subscriptions/:id', async (c) => {
      const document = await readDocument(c, 'subscriptions')
      return change(c, (shop, one) => edit(shop, one, document))
    })
    .get('/v1/subscription-items/:id/current-usage', () => {
      // Only usage-based prices have a usage.
      throw unprocessable('/data', 'The subscription item is not usage-based.')
    })
    .patch('/v1/subscription-items/:id', async (c) => {
      const { attributes } = await readDocument(c, 'subscription-items')
      const quantity = optionalInteger(attributes, 'quantity')
      if (!quantity) throw unprocessable('/data/attributes/quantity', 'The quantity is required.')
      const found = await act(needs, (shop) => {
        const one = shop.state.subscriptions.find(({ id }) => String(id) === c.req.param('id'))
        if (!one) return
        update(shop, one, { quantity })
        shop.emitSubscription('subscription_updated', one)
        return one
      })
      if (!found) throw notFound()
      const shape = subscriptionItemShape(needs, found)
      return answer(c, { links: shape.links, data: shape })
    })
}

function edit(shop: Shop, one: Subscription, { attributes }: Document): void {
  const cancelled = optionalFlag(attributes, 'cancelled')
  const variantId = optionalInteger(attributes, 'variant_id')
  const anchor = optionalInteger(attributes, 'billing_anchor')
  const trialEndsAt = optionalTime(attributes, 'trial_ends_at')
  const wantedPause = readPause(attributes)

  if (cancelled === true) cancel(shop, one)
  if (cancelled === false) resume(shop, one)
  if (wantedPause === null) unpause(shop, one)
  else if (wantedPause) pause(shop, one, wantedPause)
  if (variantId !== null) editPlan(shop, one, variantId, attributes)
  if (anchor !== null || trialEndsAt !== null) {
    update(shop, one, {
      ...(anchor !== null && { billingAnchor: anchor }),
      ...(trialEndsAt !== null && { trialEndsAt, renewsAt: trialEndsAt, status: 'on_trial' }),
    })
    shop.emitSubscription('subscription_updated', one)
  }
}

function editPlan(
  shop: Shop,
  one: Subscription,
  variantId: number,
  attributes: Document['attributes'],
): void {
  const variant = shop.state.variants.find(({ id }) => id === variantId)
  if (variant?.status !== 'published') {
    throw unprocessable('/data/attributes/variant_id', 'The related resource does not exist.')
  }
  changePlan(shop, one, variant, {
    isInvoicedNow: optionalFlag(attributes, 'invoice_immediately') ?? false,
    isProrated: !optionalFlag(attributes, 'disable_prorations'),
  })
}

/** undefined: not asked for; null: go on. */
function readPause(attributes: Document['attributes']): Pause | null | undefined {
  if (!('pause' in attributes)) return undefined
  if (attributes.pause === null) return null
  const wanted = recordIn(attributes, 'pause')
  if (wanted.mode !== 'void' && wanted.mode !== 'free') {
    throw unprocessable('/data/attributes/pause', 'The selected pause.mode is invalid.')
  }

  return { mode: wanted.mode, resumesAt: optionalTime(wanted, 'resumes_at', 'pause/resumes_at') }
}

export function asUnprocessable(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof BillingRefusal)) throw error
    throw unprocessable(`/data/attributes/${error.field ?? ''}`, error.message)
  }
}
