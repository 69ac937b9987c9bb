/** Chrome terminates a worker after 30 seconds without an event; its own API calls count. */
const EVERY_MS = 20_000

const reasons = new Set<string>()
let timer: ReturnType<typeof setInterval> | null = null

/** Only while a push runs. */
export function keepAwake(reason: string): void {
  reasons.add(reason)
  timer ??= setInterval(() => void chrome.runtime.getPlatformInfo(), EVERY_MS)
}

export function mayRest(reason: string): void {
  reasons.delete(reason)
  if (reasons.size > 0 || !timer) return
  clearInterval(timer)
  timer = null
}
