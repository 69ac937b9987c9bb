import type { Price } from '#checkout/state/objects.ts'

const DAY_MS = 24 * 60 * 60_000
const MONTHS = { month: 1, year: 12 }
const DAYS = { day: 1, week: 7 }

/** One period later. Months end on their last day, and the day of the month stays the billing anchor's. */
export function addInterval(
  from: number,
  { interval, intervalCount }: Price,
  anchor: number,
): number {
  if (interval === 'day' || interval === 'week') {
    return from + DAYS[interval] * intervalCount * DAY_MS
  }
  const date = new Date(from)
  const month = date.getUTCMonth() + MONTHS[interval] * intervalCount
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const time = from % DAY_MS

  return Date.UTC(date.getUTCFullYear(), month, Math.min(anchor, lastDay)) + time
}
