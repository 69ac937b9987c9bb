const MINUTE_MS = 60_000

/** A session is renewed this long before its end. */
const RENEW_BEFORE_MS = 5 * MINUTE_MS
/** Chrome's shortest alarm. */
const SHORTEST_MS = MINUTE_MS / 2

export type Waking = {
  now: number
  /** Pushes and copies that have not ended. */
  unfinished: number
  /** When the session ends; null without one. */
  sessionEndsAt: number | null
  pushesWhenIdle: boolean
  /** When each public copy is to be deleted, by its id. */
  copies: Readonly<Record<string, number>>
}

type Alarm = { periodInMinutes: number } | { when: number }

/** The alarms that are needed, and no more, because each one starts the worker. */
export function alarmsFor(waking: Waking): Record<string, Alarm> {
  const { now, unfinished, sessionEndsAt, pushesWhenIdle, copies } = waking
  const soonest = now + SHORTEST_MS

  return {
    day: { periodInMinutes: 24 * 60 },
    ...(unfinished > 0 && { resume: { periodInMinutes: 0.5 } }),
    ...(pushesWhenIdle && { idle: { periodInMinutes: 1 } }),
    ...(sessionEndsAt !== null && {
      sync: { periodInMinutes: 5 },
      // A failed renewal is retried a minute later.
      session: {
        when: Math.max(now + MINUTE_MS, sessionEndsAt - RENEW_BEFORE_MS),
      },
    }),
    ...Object.fromEntries(
      Object.entries(copies).map(([id, at]) => [
        `${COPY_ALARM}${id}`,
        { when: Math.max(soonest, at) },
      ]),
    ),
  }
}

export const COPY_ALARM = 'copy-'

type KnownAlarm = { periodInMinutes?: number; scheduledTime: number }

/**
 * An existing alarm keeps its time; one for another time is replaced. So is one that is due later than its period:
 * the clock was set back, and Chrome counts by it.
 */
export const isSame = (known: KnownAlarm, next: Alarm, now: number): boolean =>
  'when' in next
    ? Math.abs(known.scheduledTime - next.when) < 1000
    : known.periodInMinutes === next.periodInMinutes &&
      known.scheduledTime - now <= (next.periodInMinutes + 1) * MINUTE_MS
