const MINUTE_MS = 60_000

/** Waits between tries, in minutes: a greylisting server is asked again soon, a broken one into the next day. */
const WAITS = [1, 5, 15, 60, 120, 240, 480]

/** When a mail that has been tried so often is tried again; null when it is given up. */
export function nextTry(attempts: number, now: Date): Date | null {
  const wait = WAITS[attempts - 1]

  return wait === undefined ? null : new Date(now.getTime() + wait * MINUTE_MS)
}
