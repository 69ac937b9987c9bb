import { dollars } from '#checkout/shapes/money.ts'
import { orderShape } from '#checkout/shapes/order-shapes.ts'
import type { Resource } from '#checkout/shapes/resource.ts'
import { invoiceShape, subscriptionShape } from '#checkout/shapes/subscription-shapes.ts'
import { type CheckoutNeeds, known } from '#checkout/state/needs.ts'
import type { CheckoutState, Invoice, Order, Subscription } from '#checkout/state/objects.ts'
import { type EventName, PRODUCT } from '#checkout/state/store.ts'
import type { WebhookEvent } from '#checkout/webhooks/announce.ts'

const KEPT_MAILS = 200

/** What a change to the shop works with: the state, the time, and where events and mails go. */
export type Shop = {
  state: CheckoutState
  /** When it happens. A jump of the clock plays each step at its own time. */
  now: number
  emitOrder(name: EventName, order: Order): void
  emitSubscription(name: EventName, subscription: Subscription): void
  emitInvoice(name: EventName, invoice: Invoice): void
  mail(customerId: number, subject: string, text: string): void
}

/** The request cannot be met; the sentence is for the one who asked. */
export class BillingRefusal extends Error {
  override readonly name = 'BillingRefusal'
  /** The attribute at fault, if one is. */
  readonly field: string | null

  constructor(message: string, field: string | null = null) {
    super(message)
    this.field = field
  }
}

type Origin = { storeId: number; testMode: boolean }

export function shopAt(
  needs: CheckoutNeeds,
  state: CheckoutState,
  now: number,
  events: WebhookEvent[],
): Shop {
  const emit = (
    name: string,
    { storeId, testMode }: Origin,
    object: Resource,
    customData: Record<string, string> | null,
  ) => events.push({ name, object, customData, storeId, testMode, happenedAt: now })

  return {
    state,
    now,
    emitOrder: (name, one) => emit(name, one, orderShape(needs, one), one.customData),
    emitSubscription: (name, one) => emit(name, one, subscriptionShape(needs, one), one.customData),
    // The vendor promises custom data for orders and subscriptions only.
    emitInvoice: (name, one) => emit(name, one, invoiceShape(needs, one), null),
    mail(customerId, subject, text) {
      const to = known(state.customers, customerId).email
      const mail = { id: state.nextId++, to, subject, text, at: now }
      state.mails = [...state.mails, mail].slice(-KEPT_MAILS)
    },
  }
}

export function mailReceipt(shop: Shop, { id, customerId, total }: Invoice): void {
  shop.mail(
    customerId,
    `Your ${PRODUCT.name} receipt`,
    `We received your payment of ${dollars(total)}. Invoice ${id} is in your customer portal.`,
  )
}

export function mailFailedPayment(shop: Shop, { customerId, total }: Invoice): void {
  shop.mail(
    customerId,
    `Your payment for ${PRODUCT.name} failed`,
    `We could not collect ${dollars(total)}. Update your payment method in the customer portal.`,
  )
}
