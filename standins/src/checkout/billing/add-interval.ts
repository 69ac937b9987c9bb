import type { Price } from '#checkout/state/objects.ts'
import { DAY_MS } from '#runtime/clock.ts'

/** One period later. Months end on their last day, and the day of the month stays the billing anchor's. */
export function addInterval(
  from: number,
  { interval }: Pick<Price, 'interval'>,
  anchor: number,
): number {
  const date = new Date(from)
  const month = date.getUTCMonth() + (interval === 'month' ? 1 : 12)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate()

  return Date.UTC(date.getUTCFullYear(), month, Math.min(anchor, lastDay)) + (from % DAY_MS)
}
