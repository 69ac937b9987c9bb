import { openQueue } from '#runtime/memory.ts'
import type { Place } from '#runtime/place.ts'

const KEPT = 300

/** One event with its delivery attempts. */
export type Delivery = {
  /** The same for every attempt, so that receivers detect duplicates. */
  guid: string
  event: string
  action: string | null
  payload: string
  /** Oldest first; none while it is held. */
  attempts: Attempt[]
}

/** Status 0: no response. */
type Attempt = { statusCode: number }

export function openDeliveries(place: Place) {
  const memory = place.open('deliveries.json', () => ({
    deliveries: [] as Delivery[],
    isHeld: false,
  }))
  const queue = place.keep(openQueue())

  return {
    /** Newest first. */
    all: (): readonly Delivery[] => memory.state.deliveries.toReversed(),
    /** While held, a test decides what is delivered, how often and in which order. */
    isHeld: () => memory.state.isHeld,
    hold: (isHeld: boolean) =>
      memory.change((state) => {
        state.isHeld = isHeld
      }),
    add: (delivery: Delivery) =>
      memory.change((state) => {
        state.deliveries = [...state.deliveries, delivery].slice(-KEPT)
      }),
    addAttempt: (delivery: Delivery, attempt: Attempt) =>
      memory.change(() => delivery.attempts.push(attempt)),
    /** Runs the work after all queued before: deliveries keep the order of events. */
    enqueue: queue.run,
  }
}
