import { FunctionError } from '#api/calls/call-function.ts'
import { GithubError, NotConnected } from './github-error.ts'

/** Specification, section 8. */
const MOST_RETRIES = 2

/** Repeating a refused call is useless, and makes a rate limit worse. */
const FINAL = [401, 403, 429]

export function mayRetry(failures: number, error: unknown): boolean {
  if (error instanceof NotConnected) return false
  if (error instanceof GithubError && FINAL.includes(error.status)) return false
  // Only the member can fix the reasons for which our server refuses a token.
  if (error instanceof FunctionError && error.status < 500) return false

  return failures < MOST_RETRIES
}
