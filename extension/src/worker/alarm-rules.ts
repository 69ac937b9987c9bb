const MINUTE_MS = 60_000

/** A session is renewed so long before its end. */
const RENEW_BEFORE_MS = 5 * MINUTE_MS
/** Chrome takes no shorter time. */
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

/** What has to happen later, and no alarm more: each one starts the worker. */
export function alarmsFor(waking: Waking): Record<string, Alarm> {
  const { now, unfinished, sessionEndsAt, pushesWhenIdle, copies } = waking
  const soonest = now + SHORTEST_MS

  return {
    day: { periodInMinutes: 24 * 60 },
    ...(unfinished > 0 && { resume: { periodInMinutes: 0.5 } }),
    ...(pushesWhenIdle && { idle: { periodInMinutes: 1 } }),
    ...(sessionEndsAt !== null && {
      sync: { periodInMinutes: 5 },
      // One that failed is tried again a minute later.
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
 * An alarm that stands already keeps its turn; one for another moment is set anew. So is one whose turn lies further ahead than its
 * period: Chrome counts by the clock, and that was set back.
 */
export const isSame = (known: KnownAlarm, next: Alarm, now: number): boolean =>
  'when' in next
    ? Math.abs(known.scheduledTime - next.when) < 1000
    : known.periodInMinutes === next.periodInMinutes &&
      known.scheduledTime - now <= (next.periodInMinutes + 1) * MINUTE_MS
