import type { SubscriptionStatus } from '#api/billing/subscription-status.ts'

/** Seconds after the return at which the status is polled. */
const ASKED_AT_S = [0, 1, 2, 3, 5, 8, 13, 21, 30]
/** At these times, the server first asks the provider. */
const REFRESHED_AT_S = [3, 15]

type Needs = {
  ask: () => Promise<SubscriptionStatus | null>
  refresh: () => Promise<SubscriptionStatus | null>
  signal: AbortSignal
}

/** The status once it is active; null if it is not within 30 s. A failed poll is ignored. */
export async function confirmPayment({ ask, refresh, signal }: Needs) {
  const start = performance.now()
  const times = [...new Set([...ASKED_AT_S, ...REFRESHED_AT_S])].sort((one, other) => one - other)

  for (const second of times) {
    await pause(start + second * 1000 - performance.now(), signal)
    if (signal.aborted) return null
    const work = REFRESHED_AT_S.includes(second) ? refresh : ask
    const status = await work().catch(() => null)
    if (status?.subscription_status === 'active') return status
  }

  return null
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, ms))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
