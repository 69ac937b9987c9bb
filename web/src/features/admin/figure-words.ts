import type { AdminFigures, Figure } from '@app/contract/admin-figures'
import type { Translator } from '#i18n/messages.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S
const DAY_MS = DAY_S * 1000

export const figureOf = (reply: AdminFigures, name: string, part = ''): Figure | undefined =>
  reply.figures.find((figure) => figure.name === name && figure.part === part)

export const pointsOf = (reply: AdminFigures, name: string, part = ''): (number | null)[] =>
  reply.series.find((line) => line.name === name && line.part === part)?.points ??
  Array.from({ length: reply.days }, () => null)

/** The currencies or reasons by which a figure is split. */
export const partsOf = (reply: AdminFigures, name: string): string[] =>
  reply.series.filter((line) => line.name === name).map(({ part }) => part)

/** The days of the period, first to last: `2026-05-20`. */
export function daysOf({ days, last_day }: Pick<AdminFigures, 'days' | 'last_day'>): string[] {
  const last = Date.parse(last_day)

  return Array.from({ length: days }, (_, index) =>
    new Date(last - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

export const moneyWords = ({ number }: Translator, amount: number, currency: string): string =>
  number(amount, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })

/** In the largest unit whose number exceeds two. */
export function durationWords({ number }: Translator, seconds: number): string {
  const [size, unit] =
    seconds >= 2 * DAY_S
      ? ([DAY_S, 'day'] as const)
      : seconds >= 2 * HOUR_S
        ? ([HOUR_S, 'hour'] as const)
        : ([MINUTE_S, 'minute'] as const)

  return number(seconds / size, { style: 'unit', unit, maximumFractionDigits: 1 })
}

/** `3 of 120`; a dash if the whole is unknown. */
export const shareWords = ({ t }: Translator, part: number, whole: number | null): string =>
  whole === null ? t('figures.unknown') : t('figures.partOf', { part, whole })

export const percentWords = ({ number }: Pick<Translator, 'number'>, share: number): string =>
  number(share, { style: 'percent', maximumFractionDigits: 1 })

/** The signed difference to the previous period. */
export function changeWords(
  { t, number }: Translator,
  figure: Figure | undefined,
  days: number,
  options: Intl.NumberFormatOptions = {},
): string {
  if (figure === undefined || figure.before === null) return t('figures.noComparison')
  const difference = figure.value - figure.before
  if (difference === 0) return t('figures.same')

  const change = number(difference, { signDisplay: 'always', ...options })
  return t('figures.change', { change, count: days })
}
