import type { Language } from '@app/contract/languages'
import { ours, type Words } from './words.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** "1 hour", "30 minutos": in the largest unit that gives a whole number. */
export function span(language: Language, seconds: number): Words {
  const [unit, unitS] =
    seconds % DAY_S === 0
      ? (['day', DAY_S] as const)
      : seconds % HOUR_S === 0
        ? (['hour', HOUR_S] as const)
        : (['minute', MINUTE_S] as const)
  const amount = Math.max(1, Math.round(seconds / unitS))

  return ours(
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount),
  )
}

/** "May 17, 2030", "17 de mayo de 2030", in UTC, since the reader's time zone is unknown. */
export const day = (language: Language, date: Date): Words =>
  ours(new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date))

/** The same, with the time and time zone. */
export const moment = (language: Language, date: Date): Words =>
  ours(
    new Intl.DateTimeFormat(language, {
      dateStyle: 'long',
      timeStyle: 'long',
      timeZone: 'UTC',
    }).format(date),
  )

/** In whole currency units, as in plans and invoices. */
export type Price = { amount: number; currency: string }

export const money = (language: Language, { amount, currency }: Price): Words =>
  ours(new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount))
