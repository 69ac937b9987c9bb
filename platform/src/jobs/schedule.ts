const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A schedule relative to midnight UTC, identical on all servers. */
export type Schedule = { everyMs: number; offsetMs: number }

export const everyMinutes = (minutes: number): Schedule => ({
  everyMs: minutes * MINUTE_MS,
  offsetMs: 0,
})

export const hourly = (minute: number): Schedule => ({
  everyMs: HOUR_MS,
  offsetMs: minute * MINUTE_MS,
})

export const daily = (hour: number, minute: number): Schedule => ({
  everyMs: DAY_MS,
  offsetMs: hour * HOUR_MS + minute * MINUTE_MS,
})

/** The next scheduled time after now. Missed times are skipped. */
export function nextRun({ everyMs, offsetMs }: Schedule, now: Date): Date {
  const passed = Math.floor((now.getTime() - offsetMs) / everyMs)

  return new Date((passed + 1) * everyMs + offsetMs)
}
