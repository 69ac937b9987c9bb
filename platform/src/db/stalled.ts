const LATE_MS = 1_000

/**
 * Whether a wait ended so long after its limit that this process was stalled meanwhile, by its own event loop or by the
 * machine. The limit then says nothing about the database: timers fire before answers are read that came long ago.
 */
export const wasStalled = (began: number, limitMs: number): boolean =>
  performance.now() - began > limitMs + LATE_MS
