import { PAUSE_MODES } from '@app/contract/billing-words'
import { SUBSCRIPTION_STATUSES } from '@app/contract/subscription-states'
import { time } from '@app/contract/time'
import * as z from 'zod/mini'

// Ids are strings outside `attributes` and numbers inside. Times have microseconds, which a Date would lose, so they
// stay text. Amounts are in cents.
const id = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value: string | number) => String(value)),
)
const text = z.nullish(z.string())
const flag = z._default(z.boolean(), false)

const subscriptionAttributes = z.object({
  store_id: id,
  order_id: id,
  variant_id: id,
  user_name: text,
  user_email: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  card_brand: text,
  card_last_four: text,
  payment_processor: text,
  pause: z.nullish(z.object({ mode: z.enum(PAUSE_MODES), resumes_at: z.nullish(time) })),
  trial_ends_at: z.nullish(time),
  renews_at: z.nullish(time),
  ends_at: z.nullish(time),
  urls: z.nullish(
    z.object({
      customer_portal: text,
      update_payment_method: text,
      customer_portal_update_subscription: text,
    }),
  ),
  created_at: time,
  updated_at: time,
  test_mode: flag,
})

export const subscriptionObject = z.object({
  type: z.literal('subscriptions'),
  id,
  attributes: subscriptionAttributes,
})

/** From an event or an API answer. */
export type ProviderSubscription = z.infer<typeof subscriptionObject> & {
  /** Only set by the API: the time of this state. The provider's own times have whole seconds. */
  answeredAt?: Date
}

const cents = z.int()

export const invoiceObject = z.object({
  type: z.literal('subscription-invoices'),
  id,
  attributes: z.object({
    store_id: id,
    subscription_id: id,
    billing_reason: text,
    currency: z.string(),
    status: z.string(),
    refunded: z.nullish(z.boolean()),
    refunded_amount: z.nullish(cents),
    tax: z._default(cents, 0),
    total: cents,
    urls: z.nullish(z.object({ invoice_url: text })),
    created_at: time,
    updated_at: time,
    test_mode: flag,
  }),
})

export type ProviderInvoice = z.infer<typeof invoiceObject>

export const orderObject = z.object({
  id,
  attributes: z.object({
    store_id: id,
    identifier: z.string(),
    first_order_item: z.nullish(z.object({ variant_id: id })),
    created_at: time,
    test_mode: flag,
  }),
})

export type ProviderOrder = z.infer<typeof orderObject>

export const checkoutObject = z.object({
  id: z.string(),
  attributes: z.object({
    url: z.url({ protocol: /^https?$/ }),
    created_at: z.nullish(time),
    expires_at: z.nullish(time),
    preview: z.nullish(
      z.object({ currency: z.optional(z.string()), subtotal: cents, total: cents }),
    ),
  }),
})

export const priceObject = z.object({
  id,
  attributes: z.object({
    variant_id: id,
    unit_price: z.nullish(cents),
    renewal_interval_unit: text,
    renewal_interval_quantity: z.nullish(z.int()),
    created_at: time,
  }),
})

export const storeObject = z.object({ attributes: z.object({ currency: z.string() }) })

export type ProviderPrice = { cents: number; interval: string | null }

export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    data: z.array(item),
    meta: z.nullish(z.object({ page: z.nullish(z.object({ lastPage: z.int() })) })),
  })
