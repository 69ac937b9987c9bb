/**
 * Whether something is younger than so many milliseconds. What is dated so far ahead was noted before this computer's clock was set
 * back: its age is unknown, so it counts as old.
 */
export const isYounger = (at: number, ms: number, now: number): boolean => Math.abs(now - at) < ms

/** Without times that lie ahead: they would keep automatic pushes from running until then. */
export const withoutFuture = (times: Record<string, number>, now: number): Record<string, number> =>
  Object.fromEntries(Object.entries(times).filter(([, at]) => at <= now))
