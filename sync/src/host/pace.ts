import { SyncError } from '#errors/sync-error.ts'
import type { Operation } from './operation.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** GitHub allows 80 a minute and 500 an hour. */
const WRITES_A_MINUTE = 75
const WRITES_AN_HOUR = 475
const CAREFUL_GAP_MS = 1000
const CAREFUL_MS = HOUR_MS
/** Shorter waits are not reported. */
const SHOWN_FROM_MS = 1000
const MARK_GAP_MS = 1 / 1024

/** The usage of one account's limits at GitHub. Plain data, which all environments of one account share. */
export type LimitState = {
  /** Send times of the last hour's writes, in milliseconds since 1970, all distinct. */
  writes: number[]
  pausedUntil: number
  /** Set after a complaint from GitHub: one request at a time until then. */
  carefulUntil: number
}

export type LimitOptions = {
  /** The state left by another host of the account. */
  limits?: LimitState
  /** Called on each change of the state. */
  onLimits?: (state: LimitState) => void
}

type Needs = LimitOptions & {
  now(): number
  wait(ms: number, signal?: AbortSignal): Promise<void>
  longestWaitMs: number
}

/** Decides when the next request may be sent. */
export function openPace({ now, wait, longestWaitMs, limits, onLimits }: Needs) {
  const { writes = [], ...times } = limits ?? {}
  const state: LimitState = { pausedUntil: 0, carefulUntil: 0, ...times, writes: [...writes] }
  let lastAt = Number.NEGATIVE_INFINITY
  const isCareful = () => state.carefulUntil > now()
  const tell = () => onLimits?.({ ...state, writes: [...state.writes] })

  /** When the window has room for one more write. */
  const roomAt = (windowMs: number, most: number): number => {
    const inside = state.writes.filter((at) => at > now() - windowMs)
    const oldest = inside[inside.length - most]
    return oldest === undefined ? 0 : Math.ceil(oldest + windowMs)
  }
  const earliest = (isWrite: boolean, isFinal: boolean): number =>
    Math.max(
      state.pausedUntil,
      isCareful() ? lastAt + CAREFUL_GAP_MS : 0,
      isWrite ? roomAt(MINUTE_MS, WRITES_A_MINUTE) : 0,
      // The last step of a push may exceed the guard, because its uploads are already counted.
      isWrite && !isFinal ? roomAt(HOUR_MS, WRITES_AN_HOUR) : 0,
    )

  return {
    isCareful,
    async before(
      operation: Operation,
      { isWrite, isFinal }: { isWrite: boolean; isFinal: boolean },
    ) {
      for (;;) {
        if (!isFinal) operation.throwIfCancelled()
        const at = now()
        const until = earliest(isWrite, isFinal)
        if (until <= at) break
        if (until - at > longestWaitMs) throw new SyncError('rate_limited', {}, until)
        const isShown = until - at >= SHOWN_FROM_MS
        if (isShown) operation.reportWait(until)
        await wait(until - at, isFinal ? undefined : operation.signal)
        if (isShown) operation.reportWait(null)
      }
      lastAt = now()
      if (!isWrite) return
      const counted = state.writes.filter((at) => at > lastAt - HOUR_MS)
      state.writes = [...counted, markOf(lastAt, counted)]
      tell()
    },
    pause(until: number) {
      state.pausedUntil = Math.max(state.pausedUntil, until)
      tell()
    },
    beCareful() {
      state.carefulUntil = now() + CAREFUL_MS
      tell()
    },
    /** Adds the usage of the account's other hosts. */
    add(other: LimitState) {
      state.writes = [...new Set([...state.writes, ...other.writes])].sort((a, b) => a - b)
      state.pausedUntil = Math.max(state.pausedUntil, other.pausedUntil)
      state.carefulUntil = Math.max(state.carefulUntil, other.carefulUntil)
    },
  }
}

/** A random part distinguishes writes of other hosts at the same time; current numbers have 4,096 such parts. */
function markOf(at: number, taken: readonly number[]): number {
  let mark = at + Math.random()
  while (taken.includes(mark)) mark += MARK_GAP_MS
  return mark
}
