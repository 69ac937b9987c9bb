import type { Resource } from '#checkout/shapes/resource.ts'
import { invoiceShape, orderShape, subscriptionShape } from '#checkout/shapes/sale-shapes.ts'
import type { CheckoutNeeds } from '#checkout/state/memory.ts'
import type { CheckoutState, Invoice, Order, Subscription } from '#checkout/state/objects.ts'
import type { WebhookEvent } from '#checkout/webhooks/announce.ts'

/** The dependencies of a change to the shop: state, time, and event sink. */
export type Shop = {
  state: CheckoutState
  /** When it happens. A jump of the clock plays each step at its own time. */
  now: number
  emitOrder(name: OrderEvent, order: Order): void
  emitSubscription(name: SubscriptionEvent, subscription: Subscription): void
  emitInvoice(name: InvoiceEvent, invoice: Invoice): void
}

type OrderEvent = `order_${'created' | 'refunded'}`
type SubscriptionEvent =
  `subscription_${'created' | 'updated' | 'cancelled' | 'resumed' | 'expired' | 'paused' | 'unpaused' | 'plan_changed'}`
type InvoiceEvent = `subscription_payment_${'success' | 'failed' | 'recovered' | 'refunded'}`

/** The request cannot be fulfilled; the message is for the requester. */
export class BillingRefusal extends Error {
  override readonly name = 'BillingRefusal'
  /** The invalid attribute, or null. */
  readonly field: string | null

  constructor(message: string, field: string | null = null) {
    super(message)
    this.field = field
  }
}

export function shopAt(
  needs: CheckoutNeeds,
  state: CheckoutState,
  now: number,
  events: WebhookEvent[],
): Shop {
  const emit = (
    name: string,
    { testMode }: { testMode: boolean },
    object: Resource,
    customData: WebhookEvent['customData'],
  ) => events.push({ name, object, customData, testMode, happenedAt: now })

  return {
    state,
    now,
    emitOrder: (name, one) => emit(name, one, orderShape(needs, one), one.customData),
    emitSubscription: (name, one) => emit(name, one, subscriptionShape(needs, one), one.customData),
    // The vendor promises custom data for orders and subscriptions only.
    emitInvoice: (name, one) => emit(name, one, invoiceShape(needs, one), null),
  }
}
