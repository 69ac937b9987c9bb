import { FunctionError } from '#api/calls/call-function.ts'
import type { RateLimit } from '#api/github/github-calls.ts'
import { GithubError } from '#api/github/github-error.ts'
import { suspensionIn } from '#api/github/suspension.ts'

export type ConnectionHealth =
  | 'none'
  | 'reconnect'
  | 'not-installed'
  | 'suspended'
  | 'limited'
  | 'unreachable'
  | 'healthy'

/** Our record of a connection, and the result of its last call. */
export type ConnectionFacts = {
  integration: { access_token: string | null } | null
  error: unknown
  rate: Pick<RateLimit, 'remaining'> | undefined
}

export function healthOf({ integration, error, rate }: ConnectionFacts): ConnectionHealth {
  if (!integration) return 'none'
  if (!integration.access_token) return 'reconnect'
  if (error) return afterFailure(error)

  return rate?.remaining === 0 ? 'limited' : 'healthy'
}

function afterFailure(error: unknown): ConnectionHealth {
  if (error instanceof FunctionError) {
    if (error.code === 'GITHUB_APP_INSTALLATION_MISSING') {
      return suspensionIn(error) ? 'suspended' : 'not-installed'
    }
    if (error.code === 'NO_GITHUB_APP') return 'none'
    return error.status === 401 ? 'reconnect' : 'unreachable'
  }
  if (error instanceof GithubError) {
    if (error.status === 401) return 'reconnect'
    if (error.resetsAt) return 'limited'
  }
  return 'unreachable'
}
