/** Specification, section 9: how long a tab must have been hidden, and the minimum age of its data. */
const HIDDEN_MS = 15 * 60_000
const INTERVAL_MS = 10 * 60_000

export function isRefreshDue({ hiddenMs, ageMs }: { hiddenMs: number; ageMs: number }): boolean {
  return hiddenMs > HIDDEN_MS && ageMs >= INTERVAL_MS
}
