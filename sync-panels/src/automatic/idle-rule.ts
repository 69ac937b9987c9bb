const MINUTE_MS = 60_000

export const SNOOZE_MS = 10 * MINUTE_MS

const DAY_MS = 24 * 60 * MINUTE_MS

export type Pace = {
  /** When the project was changed last. */
  changedAt: number
  /** What was there at this moment is pushed, or waits for a person. */
  settledAt: number
  /** The last push or attempt. */
  triedAt: number
  snoozedUntil: number
  idleMinutes: number
  everyMinutes: number
}

/** When the next push is due, or null while there is nothing to push. */
export function nextPushAt(pace: Pace): number | null {
  if (pace.changedAt <= pace.settledAt) return null

  return Math.max(
    pace.changedAt + pace.idleMinutes * MINUTE_MS,
    pace.triedAt + pace.everyMinutes * MINUTE_MS,
    pace.snoozedUntil,
  )
}

/** At most once a day. */
export const mayRemind = (remindedAt: number, now: number): boolean => now - remindedAt >= DAY_MS
