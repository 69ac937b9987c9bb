/**
 * Whether something is younger than so many milliseconds. A date in the future was stored before this computer's
 * clock was set back. Its age is unknown, so it counts as old.
 */
export const isYounger = (at: number, ms: number, now: number): boolean => Math.abs(now - at) < ms

/** Drops times in the future, which would delay automatic pushes until then. */
export const withoutFuture = (times: Record<string, number>, now: number): Record<string, number> =>
  Object.fromEntries(Object.entries(times).filter(([, at]) => at <= now))
