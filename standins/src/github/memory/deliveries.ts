import { join } from 'node:path'
import { openMemory, type Remembered } from '#runtime/memory.ts'
import type { Attempt, Delivery } from './delivery.ts'

const KEPT = 300

export type Deliveries = Remembered & {
  /** Newest first. */
  all(): readonly Delivery[]
  byGuid(guid: string): Delivery | undefined
  /** While held, a test decides what is delivered, how often and in which order. */
  readonly isHeld: boolean
  hold(isHeld: boolean): Promise<void>
  add(delivery: Delivery): Promise<void>
  addAttempt(delivery: Delivery, attempt: Omit<Attempt, 'id'>): Promise<void>
  /** Runs the work after all queued before: deliveries keep the order of events. */
  enqueue(work: () => Promise<void>): Promise<void>
}

export function openDeliveries(folder: string): Deliveries {
  const memory = openMemory(join(folder, 'deliveries.json'), () => ({
    deliveries: [] as Delivery[],
    isHeld: false,
    nextAttemptId: 1,
  }))
  let last = Promise.resolve()

  return {
    all: () => memory.state.deliveries.toReversed(),
    byGuid: (guid) => memory.state.deliveries.find((one) => one.guid === guid),
    get isHeld() {
      return memory.state.isHeld
    },
    hold: (isHeld) =>
      memory.change((state) => {
        state.isHeld = isHeld
      }),
    add: (delivery) =>
      memory.change((state) => {
        state.deliveries = [...state.deliveries, delivery].slice(-KEPT)
      }),
    addAttempt: (delivery, attempt) =>
      memory.change((state) => {
        delivery.attempts.push({ ...attempt, id: state.nextAttemptId++ })
      }),
    enqueue(work) {
      last = last.then(work, work)
      return last
    },
    reset: memory.reset,
    async close() {
      await last.catch(() => undefined)
      await memory.close()
    },
  }
}
