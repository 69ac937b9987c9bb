import type { PlanChangeEstimate } from '@app/contract/billing-replies'

export type Period = { start: Date | null; end: Date | null; isTrial: boolean }
export type Tariff = { price: number; currency: string; interval: 'month' | 'year' | null }

/**
 * The provider has no preview of a change, so this is our own arithmetic: what is unused of the current period is
 * credited, and another interval begins a new period today.
 */
export function estimateChange(
  old: Tariff,
  next: Tariff,
  period: Period,
  now: Date,
): PlanChangeEstimate {
  const { currency } = next
  const renewsAt = period.end?.toISOString() ?? null
  // Nothing has been paid for a trial, and its end stays where it is.
  if (period.isTrial) return { dueNow: 0, credit: 0, currency, renewsAt, isEstimate: true }

  const share = unusedShare(period, now)
  const credit = cents(old.price * share)
  const isNewPeriod = old.interval !== next.interval
  const price = isNewPeriod ? next.price : next.price * share
  return {
    dueNow: cents(Math.max(0, price - credit)),
    credit,
    currency,
    renewsAt: isNewPeriod ? after(now, next.interval) : renewsAt,
    isEstimate: true,
  }
}

function unusedShare({ start, end }: Period, now: Date): number {
  if (!start || !end || end <= start) return 0
  const share = (end.getTime() - now.getTime()) / (end.getTime() - start.getTime())

  return Math.min(1, Math.max(0, share))
}

const cents = (amount: number) => Math.round(amount * 100) / 100

/** The same day of a later month; a month that is too short ends it on its last day. */
function after(now: Date, interval: Tariff['interval']): string | null {
  if (interval === null) return null
  const months = interval === 'year' ? 12 : 1
  const later = new Date(now)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== now.getUTCDate()) later.setUTCDate(0)

  return later.toISOString()
}
