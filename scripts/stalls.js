const LATE_MS = 2000
const EVERY_MS = 250

/**
 * Watches whether this process, which is idle, stands still. A timer that comes late by seconds says that the host gave
 * the machine no processor; tests of that time prove nothing.
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
