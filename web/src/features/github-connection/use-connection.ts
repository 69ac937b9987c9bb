import { useQuery, useQueryClient } from '@tanstack/react-query'
import { GithubError } from '#api/github/github-error.ts'
import { rateLimitQuery } from '#api/github/github-queries.ts'
import { integrationQuery, refreshGithub } from '#api/github/integration.ts'
import { suspensionIn } from '#api/github/suspension.ts'
import { askAnew } from '#api/github/token.ts'
import { type ConnectionHealth, healthOf } from './connection-health.ts'

export type Connection = ReturnType<typeof useConnection>

/** The member's connection and its health. Asks GitHub at most once a minute, by a call outside the rate limit. */
export function useConnection() {
  const client = useQueryClient()
  const integration = useQuery(integrationQuery)
  const hasToken = Boolean(integration.data?.access_token)
  const rate = useQuery({ ...rateLimitQuery, enabled: hasToken })
  const isPending = integration.isPending || (hasToken && rate.isPending)
  const health: ConnectionHealth | null =
    isPending || integration.isError
      ? null
      : healthOf({ integration: integration.data, error: rate.error, rate: rate.data })

  return {
    isPending,
    /** Our own record is not loaded yet; GitHub takes longer to answer. */
    isRecordPending: integration.isPending,
    /** Null while it is loading, or could not be loaded. */
    health,
    integration: integration.data ?? null,
    error: integration.error,
    suspension: suspensionIn(rate.error),
    rate: rate.data ?? null,
    rateError: rate.error,
    resetsAt: resetOf(rate.error) ?? (rate.data ? new Date(rate.data.reset * 1000) : null),
    isChecking: integration.isFetching || rate.isFetching,
    check: () => {
      // Our record follows GitHub's events, which may be late or lost.
      askAnew()
      return refreshGithub(client)
    },
  }
}

const resetOf = (error: unknown) => (error instanceof GithubError ? error.resetsAt : null)
