import type { Limit } from '#limits/rate-limits.ts'

/** A limit multiplied by the configured factor; null if limits are disabled. */
export function scaledLimit({ burst, perSecond }: Limit, factor: number): Limit | null {
  if (factor === 0) return null

  return { burst: Math.max(1, burst * factor), perSecond: perSecond * factor }
}
