import { useTranslationOf } from './translation-provider.tsx'

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "3 hours ago", with the exact time as title: local, or UTC for users in several zones. */
export function TimeAgo({ at, isUtc = false }: { at: string; isUtc?: boolean }) {
  const { language, date } = useTranslationOf()
  const moment = new Date(at)
  const exact = isUtc
    ? `${date(moment, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' })} UTC`
    : date(moment, { dateStyle: 'long', timeStyle: 'short' })

  return (
    <time dateTime={at} title={exact} className="whitespace-nowrap">
      {timeAgo(language, moment, new Date())}
    </time>
  )
}

export function timeAgo(language: string, at: Date, now: Date): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const seconds = (at.getTime() - now.getTime()) / 1000
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]

  // The server's clock may be a little ahead of the browser's.
  if (unit === 'second') return words.format(0, 'second')
  return words.format(Math.trunc(seconds / size), unit)
}
