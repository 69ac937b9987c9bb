import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'

const MOST_MS_AT_ONCE = 40

/** Awaited between small steps of long work: yields after enough time that the page stays responsive. */
export type YieldOften = () => Promise<void>

export function openYield(host: Host, operation: Operation): YieldOften {
  let since = host.now()

  return async () => {
    if (host.now() - since < MOST_MS_AT_ONCE) return
    await host.wait(0, operation.signal)
    operation.throwIfCancelled()
    since = host.now()
  }
}
