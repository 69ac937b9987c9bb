import { id } from '@app/contract/id'
import { storableJson } from '@app/contract/storable'
import { time } from '@app/contract/time'
import * as z from 'zod/mini'
import { invoiceObject, subscriptionObject } from '#outside/lemon-squeezy/objects.ts'

const text = z.string().check(z.minLength(1), z.maxLength(200))
const providerId = z.pipe(
  z.union([text, z.number()]),
  z.transform((value: string | number) => String(value)),
)

/** The fields that every event has. The rest is parsed during processing, so that unexpected content is recorded. */
const envelope = z.object({
  meta: z.object({
    event_name: text,
    test_mode: z.optional(z.boolean()),
    custom_data: z.optional(z.unknown()),
  }),
  data: z.object({
    type: z.optional(text),
    id: providerId,
    attributes: z.optional(
      z.object({
        store_id: z.optional(providerId),
        subscription_id: z.nullish(providerId),
        updated_at: z.optional(z.unknown()),
        test_mode: z.optional(z.boolean()),
      }),
    ),
  }),
})

export type Envelope = z.infer<typeof envelope>

/** null: not an event of the provider. */
export const readEnvelope = (body: unknown): Envelope | null =>
  z.safeParse(envelope, body).data ?? null

export const updatedAtOf = ({ data }: Envelope): string | null =>
  z.safeParse(time, data.attributes?.updated_at).data ?? null

export const isTestEvent = ({ meta, data }: Envelope): boolean =>
  data.attributes?.test_mode ?? meta.test_mode ?? false

const SUBSCRIPTION_EVENTS = [
  'subscription_created',
  'subscription_updated',
  'subscription_plan_changed',
  'subscription_cancelled',
  'subscription_resumed',
  'subscription_expired',
  'subscription_paused',
  'subscription_unpaused',
]
const PAYMENT_EVENTS = [
  'subscription_payment_success',
  'subscription_payment_failed',
  'subscription_payment_recovered',
  'subscription_payment_refunded',
]
const ORDER_EVENTS = ['order_created', 'order_refunded']

export type EventKind = 'subscription' | 'payment' | 'order' | 'other'

/** By its name and data type, both of which are signed. */
export function kindOf({ meta: { event_name: name }, data: { type } }: Envelope): EventKind {
  if (SUBSCRIPTION_EVENTS.includes(name)) return type === 'subscriptions' ? 'subscription' : 'other'
  if (PAYMENT_EVENTS.includes(name)) return type === 'subscription-invoices' ? 'payment' : 'other'

  return ORDER_EVENTS.includes(name) ? 'order' : 'other'
}

/** Payments are processed with the subscription they are for. */
export function objectOf(event: Envelope): { type: string; id: string } {
  const { type = 'object', id: ownId, attributes } = event.data
  const kind = kindOf(event)
  if (kind === 'subscription') return { type: 'subscription', id: ownId }
  const paidFor = attributes?.subscription_id
  if (kind === 'payment' && paidFor) return { type: 'subscription', id: paidFor }

  return { type: kind === 'order' ? 'order' : type, id: ownId }
}

const customData = z.object({ user_id: id, checkout_id: id })

export type Custom = z.infer<typeof customData>

/** Our own data from the checkout, if it is still valid. */
export const customOf = ({ meta }: Envelope): Custom | null =>
  z.safeParse(customData, meta.custom_data).data ?? null

export type ReadEvent =
  | {
      kind: 'subscription'
      subscription: z.infer<typeof subscriptionObject>
      custom: Custom | null
    }
  | { kind: 'payment'; invoice: z.infer<typeof invoiceObject>; hasFailed: boolean }

/** The parsed content; throws if it differs from the provider's documentation. */
export function readEvent(body: string): ReadEvent {
  // Earlier releases stored events unchanged.
  const read: unknown = JSON.parse(storableJson(body))
  const event = z.parse(envelope, read)
  const { data } = read as { data: unknown }

  return kindOf(event) === 'payment'
    ? {
        kind: 'payment',
        invoice: z.parse(invoiceObject, data),
        hasFailed: event.meta.event_name === 'subscription_payment_failed',
      }
    : {
        kind: 'subscription',
        subscription: z.parse(subscriptionObject, data),
        custom: customOf(event),
      }
}
