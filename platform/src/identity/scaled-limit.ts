import type { Limit } from '#limits/rate-limits.ts'

/** A usual limit as this installation wants it; null where limits were lifted. */
export function scaledLimit({ burst, perSecond }: Limit, factor: number): Limit | null {
  if (factor === 0) return null

  return { burst: Math.max(1, burst * factor), perSecond: perSecond * factor }
}
