const LATE_MS = 1_000

/**
 * Whether a wait ended so late that this process must have been stalled, by its event loop or the machine. The time limit then says nothing
 * about the database: timers fire before answers that arrived long ago are read.
 */
export const wasStalled = (began: number, limitMs: number): boolean =>
  performance.now() - began > limitMs + LATE_MS
