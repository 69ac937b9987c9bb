import { join } from 'node:path'
import { openMemory, type Remembered } from '#runtime/memory.ts'

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

export type Attempt = {
  url: string
  /** 0: no response. */
  statusCode: number
  /** As in GitHub's log: OK, or the error. */
  status: string
}

export type Deliveries = Remembered & {
  /** Newest first. */
  all(): readonly Delivery[]
  /** While held, a test decides what is delivered, how often and in which order. */
  readonly isHeld: boolean
  hold(isHeld: boolean): Promise<void>
  add(delivery: Delivery): Promise<void>
  addAttempt(delivery: Delivery, attempt: Attempt): Promise<void>
  /** Runs the work after all queued before: deliveries keep the order of events. */
  enqueue(work: () => Promise<void>): Promise<void>
}

export function openDeliveries(folder: string): Deliveries {
  const memory = openMemory(join(folder, 'deliveries.json'), () => ({
    deliveries: [] as Delivery[],
    isHeld: false,
  }))
  let last = Promise.resolve()

  return {
    all: () => memory.state.deliveries.toReversed(),
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
    async addAttempt(delivery, attempt) {
      await memory.change(() => delivery.attempts.push(attempt))
    },
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
