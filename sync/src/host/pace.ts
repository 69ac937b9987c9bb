import type { Operation } from './operation.ts'

const WINDOW_MS = 60_000
/** GitHub takes 80 a minute. */
const WRITES_IN_WINDOW = 75
const CAREFUL_GAP_MS = 1000
/** Shorter waits are not worth a word. */
const SHOWN_FROM_MS = 1000

type Needs = { now(): number; wait(ms: number, signal?: AbortSignal): Promise<void> }

/** When the next request may go. */
export function openPace({ now, wait }: Needs) {
  let writes: number[] = []
  let pausedUntil = 0
  let lastAt = Number.NEGATIVE_INFINITY
  let isCareful = false

  const earliest = (isWrite: boolean): number => {
    writes = writes.filter((at) => at > now() - WINDOW_MS)
    const oldest = writes[writes.length - WRITES_IN_WINDOW]
    return Math.max(
      pausedUntil,
      isCareful ? lastAt + CAREFUL_GAP_MS : 0,
      isWrite && oldest !== undefined ? oldest + WINDOW_MS : 0,
    )
  }

  return {
    async before(
      operation: Operation,
      { isWrite, isFinal }: { isWrite: boolean; isFinal: boolean },
    ) {
      for (;;) {
        if (!isFinal) operation.throwIfCancelled()
        const at = now()
        const until = earliest(isWrite)
        if (until <= at) break
        const isShown = until - at >= SHOWN_FROM_MS
        if (isShown) operation.reportWait(until)
        await wait(until - at, isFinal ? undefined : operation.signal)
        if (isShown) operation.reportWait(null)
      }
      lastAt = now()
      if (isWrite) writes.push(lastAt)
    },
    pause(until: number) {
      pausedUntil = Math.max(pausedUntil, until)
    },
    beCareful() {
      isCareful = true
    },
  }
}
