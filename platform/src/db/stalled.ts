const LATE_MS = 1_000

/**
 * Whether a wait with this limit ended so late that this process, or the machine that it runs on, stood still
 * meanwhile. The limit then says nothing about the database: timers fire before answers are read that came long ago.
 */
export const stoodStill = (began: number, limitMs: number): boolean =>
  performance.now() - began > limitMs + LATE_MS
