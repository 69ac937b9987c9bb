import { openQueue } from '#runtime/memory.ts'
import type { Place } from '#runtime/place.ts'

const KEPT = 3_000

/** One event for the product's webhook, with its delivery attempts. */
export type Delivery = {
  id: number
  event: string
  /** The object in the payload. */
  objectId: string
  payload: string
  happenedAt: number
  /** When it is sent next; null: only on request. */
  dueAt: number | null
  /** Attempts that the provider made by itself. */
  tries: number
  state: 'waiting' | 'held' | 'lost' | 'delivered' | 'failed'
  signature: Signature
  /** Status 0: no response. */
  attempts: { statusCode: number }[]
}

export const SIGNATURES = ['wrong', 'missing', 'short'] as const
type Signature = (typeof SIGNATURES)[number] | null

/** What a test ordered for future events. */
export type WebhookSettings = {
  held: boolean
  delayMs: number
  copies: number
  isReversed: boolean
  lose: boolean
  signature: Signature
}

const USUAL: WebhookSettings = {
  held: false,
  delayMs: 0,
  copies: 1,
  isReversed: false,
  lose: false,
  signature: null,
}

export function openDeliveries(place: Place) {
  const memory = place.open('deliveries.json', () => ({
    settings: USUAL,
    deliveries: [] as Delivery[],
    nextId: 1,
  }))
  const queue = place.keep(openQueue())

  return {
    settings: () => memory.state.settings,
    set: (settings: WebhookSettings) =>
      memory.change((state) => {
        state.settings = settings
      }),
    /** Newest first. */
    all: (): readonly Delivery[] => memory.state.deliveries.toReversed(),
    byId: (id: number) => memory.state.deliveries.find((one) => one.id === id),
    add: (deliveries: Omit<Delivery, 'id' | 'attempts'>[]) =>
      memory.change((state) => {
        const added = deliveries.map((one) => ({ ...one, id: state.nextId++, attempts: [] }))
        state.deliveries = [...state.deliveries, ...added].slice(-KEPT)
      }),
    change: memory.change,
    /** The next one to send at this time: by due time, then in the order of events. */
    nextDue: (now: number) => firstDue(memory.state.deliveries, now),
    /** Runs the work after all queued before: one delivery at a time. */
    enqueue: queue.run,
  }
}

function firstDue(deliveries: readonly Delivery[], now: number): Delivery | undefined {
  let first: { delivery: Delivery; dueAt: number } | undefined
  for (const delivery of deliveries) {
    const { dueAt } = delivery
    if (dueAt === null || dueAt > now || (first && first.dueAt <= dueAt)) continue
    first = { delivery, dueAt }
  }

  return first?.delivery
}
