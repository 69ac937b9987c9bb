const BETWEEN_MS = 100

/** Notifies each channel at most once in an interval: at once after a quiet time, else at its end. */
export function announcer(notify: (channel: string) => unknown) {
  const toldAt = new Map<string, number>()
  const waiting = new Map<string, NodeJS.Timeout>()

  const tell = async (channel: string) => {
    waiting.delete(channel)
    toldAt.set(channel, performance.now())
    await notify(channel)
  }

  return {
    announce(channel: string) {
      if (waiting.has(channel)) return
      const dueAt = (toldAt.get(channel) ?? Number.NEGATIVE_INFINITY) + BETWEEN_MS
      const waitMs = Math.max(0, dueAt - performance.now())
      // Listeners poll as well, so a failure only delays them.
      const timer = setTimeout(() => void tell(channel).catch(() => {}), waitMs)
      waiting.set(channel, timer)
    },
    stop() {
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
