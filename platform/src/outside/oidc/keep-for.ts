import type { Clock } from '#clock/clock.ts'

/** Caches a result for a limited time. Concurrent callers share one call; failures are not cached. */
export function keepFor<Result>(
  ms: number,
  clock: Clock,
  work: () => Promise<Result>,
): () => Promise<Result> {
  let kept: { since: number; result: Promise<Result> } | undefined

  return () => {
    const now = clock.now().getTime()
    const isFresh = kept && now >= kept.since && now < kept.since + ms
    if (kept && isFresh) return kept.result

    const mine = { since: now, result: work() }
    kept = mine
    mine.result.catch(() => {
      if (kept === mine) kept = undefined
    })
    return mine.result
  }
}
