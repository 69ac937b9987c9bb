import type { Clock } from '@app/platform/clock/clock.ts'
import { requireSafeAddress } from '@app/platform/outside/safe-address.ts'
import * as z from 'zod/mini'
import { type ApiSettings, type Call, type LemonSqueezyApi, nonsense, openApi } from './api.ts'
import { type CheckoutRequest, checkoutBody, type OpenedCheckout } from './checkout.ts'
import {
  checkoutObject,
  invoiceObject,
  orderObject,
  type ProviderInvoice,
  type ProviderOrder,
  type ProviderPrice,
  type ProviderSubscription,
  pageOf,
  priceObject,
  storeObject,
  subscriptionObject,
} from './objects.ts'

export type LemonSqueezySettings = ApiSettings & { storeId: string; isTest: boolean; clock: Clock }

/** `unknown`: the provider has no such object. `refused`: the provider declined the change. */
export type Refusal = 'unknown' | 'refused'

type Changes =
  | { cancelled: false }
  | { pause: null }
  | { variant_id: number; invoice_immediately: true }

export type SubscriptionFilter = { orderId?: string; email?: string }

/** The payment provider's calls that billing needs. Each has a time limit and fails with `ProviderError`. */
export type LemonSqueezy = {
  storeId: string
  isTest: boolean
  openCheckout(request: CheckoutRequest): Promise<OpenedCheckout | Refusal>
  /** null: no such subscription exists. */
  subscription(id: string, how?: { isShort: boolean }): Promise<ProviderSubscription | null>
  cancel(id: string): Promise<ProviderSubscription | Refusal>
  change(id: string, changes: Changes): Promise<ProviderSubscription | Refusal>
  /** Subscriptions of our store, newest first, page by page. */
  subscriptions(filter?: SubscriptionFilter): AsyncGenerator<ProviderSubscription[], void, void>
  /** Invoices of one subscription or our store, newest first, page by page. */
  invoices(subscriptionId?: string): AsyncGenerator<ProviderInvoice[], void, void>
  /** null: no such invoice exists. */
  invoice(id: string): Promise<ProviderInvoice | null>
  /** Refunds part of a payment, or all of it. Not retried: without an answer the caller reads the state. */
  refund(invoiceId: string, cents: number): Promise<ProviderInvoice | Refusal>
  order(id: string): Promise<ProviderOrder | null>
  /** null: the variant does not exist, or has no own price. */
  priceOf(variantId: string): Promise<ProviderPrice | null>
  /** All prices of a store share it. */
  currency(): Promise<string>
}

export function openLemonSqueezy(settings: LemonSqueezySettings): LemonSqueezy {
  requireSafeAddress('LEMON_SQUEEZY_API_URL', settings.url)
  const api = openApi(settings)
  const { storeId, isTest, clock } = settings
  const store = { 'filter[store_id]': storeId }

  return {
    storeId,
    isTest,
    openCheckout: async (request) => {
      const body = checkoutBody(request, { storeId, isTest })
      const opened = await one(api, checkoutObject, { method: 'POST', path: '/checkouts', body })
      if (typeof opened === 'string') return opened
      const { url, created_at = null, expires_at = null, preview = null } = opened.attributes

      return { id: opened.id, url, createdAt: created_at, expiresAt: expires_at, preview }
    },
    subscription: async (id, { isShort } = { isShort: false }) =>
      orNull(
        // The state may change while the answer is in transit.
        at(
          clock.now(),
          await one(api, subscriptionObject, { path: subscriptionPath(id), isShort }),
        ),
      ),
    cancel: async (id) => {
      const path = subscriptionPath(id)
      const answer = await one(api, subscriptionObject, { method: 'DELETE', path })
      return at(clock.now(), answer)
    },
    change: async (id, attributes) => {
      const body = { data: { type: 'subscriptions', id, attributes } }
      const path = subscriptionPath(id)
      const answer = await one(api, subscriptionObject, { method: 'PATCH', path, body })
      return at(clock.now(), answer)
    },
    async *subscriptions({ orderId, email } = {}) {
      const filter = {
        ...store,
        ...(orderId !== undefined && { 'filter[order_id]': orderId }),
        ...(email !== undefined && { 'filter[user_email]': email }),
      }
      let askedAt = clock.now()
      for await (const page of pages(api, subscriptionObject, '/subscriptions', filter)) {
        yield page.map((subscription) => at(askedAt, subscription))
        askedAt = clock.now()
      }
    },
    invoices: (subscriptionId) =>
      pages(
        api,
        invoiceObject,
        '/subscription-invoices',
        subscriptionId === undefined ? store : { 'filter[subscription_id]': subscriptionId },
      ),
    invoice: async (id) =>
      orNull(await one(api, invoiceObject, { path: invoicePath(id), isShort: true })),
    refund: (invoiceId, amount) => {
      const path = `${invoicePath(invoiceId)}/refund`
      const data = { type: 'subscription-invoices', id: invoiceId, attributes: { amount } }
      return one(api, invoiceObject, { method: 'POST', path, body: { data }, isOnce: true })
    },
    order: async (id) => orNull(await one(api, orderObject, { path: `/orders/${encoded(id)}` })),
    priceOf: (variantId) => priceOf(api, variantId),
    currency: async () => {
      const found = orNull(await one(api, storeObject, { path: `/stores/${encoded(storeId)}` }))
      if (!found) throw nonsense('the store')

      return found.attributes.currency
    },
  }
}

const encoded = encodeURIComponent
const invoicePath = (id: string) => `/subscription-invoices/${encoded(id)}`
const subscriptionPath = (id: string) => `/subscriptions/${encoded(id)}`

const at = <T>(answeredAt: Date, answer: T): T =>
  typeof answer === 'string' ? answer : { ...answer, answeredAt }

const orNull = <T extends object>(answer: T | Refusal): T | null =>
  typeof answer === 'string' ? null : answer

async function one<Schema extends z.ZodMiniType>(
  api: LemonSqueezyApi,
  schema: Schema,
  call: Call,
): Promise<z.infer<Schema> | Refusal> {
  const answer = await api.send(call)
  if (answer.kind !== 'done') return answer.kind
  const read = z.safeParse(z.object({ data: schema }), answer.body)
  if (!read.success) throw nonsense('the object')

  return (read.data as { data: z.infer<Schema> }).data
}

async function* pages<Item extends z.ZodMiniType>(
  api: LemonSqueezyApi,
  item: Item,
  path: string,
  filter: Record<string, string>,
): AsyncGenerator<z.infer<Item>[], void, void> {
  for (let number = 1; ; number++) {
    const query = new URLSearchParams({
      ...filter,
      'page[size]': '100',
      'page[number]': String(number),
    })
    const answer = await api.send({ path: `${path}?${query}` })
    const read = z.safeParse(pageOf(item), answer.kind === 'done' ? answer.body : null)
    if (!read.success) throw nonsense('a list')

    yield read.data.data as z.infer<Item>[]
    if (number >= (read.data.meta?.page?.lastPage ?? 1)) return
  }
}

/** A missing variant has no prices. Callers need the newest one. */
async function priceOf(api: LemonSqueezyApi, variantId: string): Promise<ProviderPrice | null> {
  const variant = await api.send({ path: `/variants/${encoded(variantId)}` })
  if (variant.kind !== 'done') return null

  for await (const page of pages(api, priceObject, '/prices', {
    'filter[variant_id]': variantId,
  })) {
    const [newest] = page.toSorted((a, b) =>
      b.attributes.created_at.localeCompare(a.attributes.created_at),
    )
    const { unit_price, renewal_interval_unit, renewal_interval_quantity } =
      newest?.attributes ?? {}
    if (unit_price === null || unit_price === undefined) return null

    const isOne = (renewal_interval_quantity ?? 1) === 1
    return { cents: unit_price, interval: isOne ? (renewal_interval_unit ?? null) : null }
  }
  return null
}
