import type { PullRequestStatus } from '@app/sync/read-pull-request'
import { SyncError } from '@app/sync/sync-error'

const SECOND = 1000
const FIRST_MS = 5 * SECOND
const LONGEST_MS = 120 * SECOND
const LONGEST_AFTER_FAILURE_MS = 300 * SECOND

export type Looks = {
  status: PullRequestStatus | null
  /** How many times in a row nothing had changed. */
  unchanged: number
  /** How many times in a row it failed, and the last error. */
  failures: number
  error: unknown
}

/** Milliseconds until the next poll; null: nothing will change any more. */
export function nextLookIn({ status, unchanged, failures, error }: Looks, now: number) {
  if (failures > 0) {
    const asked = error instanceof SyncError ? (error.retryAt ?? now) - now : 0
    return Math.max(asked, Math.min(FIRST_MS * 2 ** failures, LONGEST_AFTER_FAILURE_MS))
  }
  if (status?.pull.state === 'merged' || status?.pull.state === 'closed') return null

  return Math.min(FIRST_MS * 1.5 ** unchanged, LONGEST_MS)
}
