import type { IdleOutcome } from '#service/push-state.ts'
import type { AutomaticPush } from './automatic-memory.ts'

const MINUTE_MS = 60_000

export const SNOOZE_MS = 10 * MINUTE_MS

const DAY_MS = 24 * 60 * MINUTE_MS

export type Pace = {
  /** When the project last changed. */
  changedAt: number
  /** State up to this time is pushed, or waits for the member. */
  settledAt: number
  /** The time of the last push or attempt. */
  triedAt: number
  snoozedUntil: number
  idleMinutes: number
  everyMinutes: number
}

/** When the next push is due; null if there is nothing to push. */
export function nextPushAt(pace: Pace): number | null {
  if (pace.changedAt <= pace.settledAt) return null

  return Math.max(
    pace.changedAt + pace.idleMinutes * MINUTE_MS,
    pace.triedAt + pace.everyMinutes * MINUTE_MS,
    pace.snoozedUntil,
  )
}

/** At most once a day. A reminder dated a day ahead was stored before the clock was set back. */
export const mayRemind = (remindedAt: number, now: number): boolean =>
  Math.abs(now - remindedAt) >= DAY_MS

/** The number of listed automatic pushes. */
export const MOST_LISTED = 10

/** Failures may be temporary, and members may finish their own push: both are retried. */
export const isSettled = (outcome: IdleOutcome): boolean =>
  outcome.kind === 'waiting' ? !outcome.reasons.includes('interrupted') : outcome.kind !== 'failed'

/** The list entry for an attempt; null for none. */
export function lineOf(outcome: IdleOutcome, project: string, at: number): AutomaticPush | null {
  if (outcome.kind === 'pushed') {
    return { at, project, target: outcome.target, commit: outcome.commit, files: outcome.files }
  }
  return outcome.kind === 'failed'
    ? { at, project, target: outcome.target, commit: null, files: 0 }
    : null
}
