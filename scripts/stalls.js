const LATE_MS = 2000
const EVERY_MS = 250

/**
 * Detects whether this idle process was stalled. A timer that is seconds late means that the machine had no CPU time, so tests from then
 * prove nothing.
 */
export function watchForStalls() {
  const stalls = []
  let last = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    if (now - last - EVERY_MS > LATE_MS) stalls.push({ from: last, to: now })
    last = now
  }, EVERY_MS)
  timer.unref()

  return {
    /** The longest stall between two times, in milliseconds; 0 if there was none. */
    longestBetween: (from, to) =>
      Math.max(
        0,
        ...stalls
          .filter((stall) => stall.from < to && stall.to > from)
          .map((stall) => stall.to - stall.from),
      ),
    end: () => clearInterval(timer),
  }
}
