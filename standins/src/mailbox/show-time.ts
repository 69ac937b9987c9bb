const HOUR = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const WHOLE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' })

/** The time today, the day this year, else the whole date, in this machine's time zone. */
export function shortTime(iso: string, now: number): string {
  const then = new Date(iso)
  const today = new Date(now)
  if (then.toDateString() === today.toDateString()) return HOUR.format(then)

  return (then.getFullYear() === today.getFullYear() ? DAY : YEAR).format(then)
}

export const longTime = (iso: string): string => WHOLE.format(new Date(iso))
