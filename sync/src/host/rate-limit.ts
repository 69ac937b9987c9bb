import { type Answer, messageOf } from './answer.ts'

/** The longest wait that users must accept. */
export const LONGEST_WAIT_MS = 5 * 60_000
const FIRST_WAIT_MS = 60_000
const MAX_GUESSES = 3

/** Until when GitHub requires waiting; null if the answer is no limit, or was guessed too often. */
export function requestedWait(answer: Answer, nowMs: number, timesBefore: number): number | null {
  if (answer.status !== 403 && answer.status !== 429) return null
  const seconds = Number(answer.header('retry-after') ?? Number.NaN)
  if (Number.isFinite(seconds)) return nowMs + Math.max(1, seconds) * 1000

  const reset = Number(answer.header('x-ratelimit-reset') ?? Number.NaN)
  if (answer.header('x-ratelimit-remaining') === '0' && Number.isFinite(reset)) {
    // Uses GitHub's clock if known, because the local clock may be wrong.
    const theirNow = Date.parse(answer.header('date') ?? '')
    return nowMs + Math.max(1000, reset * 1000 - (Number.isNaN(theirNow) ? nowMs : theirNow))
  }
  return isSecondary(answer)
    ? nowMs + FIRST_WAIT_MS * 2 ** Math.min(timesBefore, MAX_GUESSES)
    : null
}

export const isSecondary = (answer: Answer): boolean =>
  answer.status === 429 || /secondary rate limit|abuse detection/i.test(messageOf(answer))

/** Without a given time, the number of attempts is limited. */
export const isGivenUp = (waitMs: number, timesBefore: number, longestMs: number): boolean =>
  waitMs > longestMs || timesBefore >= MAX_GUESSES
