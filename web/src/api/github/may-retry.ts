import { FunctionError } from '#api/calls/call-function.ts'
import { GithubError, NotConnected } from './github-error.ts'

/** Specification, section 8. */
const MOST_RETRIES = 2

/** Repeating a refused call changes nothing, and makes a rate limit worse. */
const FINAL = [401, 403, 429]

export function mayRetry(failures: number, error: unknown): boolean {
  if (error instanceof NotConnected) return false
  if (error instanceof GithubError && FINAL.includes(error.status)) return false
  // Our own server refuses a token for reasons that only the member can fix.
  if (error instanceof FunctionError && error.status < 500) return false

  return failures < MOST_RETRIES
}
