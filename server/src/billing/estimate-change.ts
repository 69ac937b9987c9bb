import type { PlanChangeEstimate } from '@app/contract/billing-replies'

export type Period = { start: Date | null; end: Date | null; isTrial: boolean }
export type Tariff = { price: number; currency: string; interval: 'month' | 'year' | null }

/**
 * The provider cannot preview a change, so we calculate: the unused part is credited, and another interval starts today.
 */
export function estimateChange(
  old: Tariff,
  next: Tariff,
  period: Period,
  now: Date,
): PlanChangeEstimate {
  const { currency } = next
  const renewsAt = period.end?.toISOString() ?? null
  // A trial is unpaid, and its end does not change.
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

/** The same day of a later month, or the last day of a shorter month. */
function after(now: Date, interval: Tariff['interval']): string | null {
  if (interval === null) return null
  const months = interval === 'year' ? 12 : 1
  const later = new Date(now)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== now.getUTCDate()) later.setUTCDate(0)

  return later.toISOString()
}
