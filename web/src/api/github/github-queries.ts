import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { CallOptions } from './ask-github.ts'
import {
  fetchAccountId,
  fetchInstalledAccounts,
  fetchProfile,
  fetchRateLimit,
  fetchRepositories,
  searchRepositories,
} from './github-calls.ts'
import { GithubError } from './github-error.ts'
import { githubKey } from './integration.ts'
import { mayRetry } from './may-retry.ts'
import { fetchRecentCommits } from './recent-commits.ts'
import { doubtToken, githubToken, githubUsername } from './token.ts'

const MINUTE = 60_000

export const repositoriesQuery = (page: number) =>
  queryOptions({
    queryKey: [...githubKey, 'repositories', page],
    queryFn: (context) => asMember(context, (call) => fetchRepositories(page, call)),
    // Specification, section 9.
    staleTime: 10 * MINUTE,
    retry: mayRetry,
  })

export const repositorySearchQuery = (words: string) =>
  queryOptions({
    queryKey: [...githubKey, 'search', words],
    queryFn: async (context) => {
      const username = await githubUsername(context.client)
      return asMember(context, (call) => searchRepositories(words, username, call))
    },
    retry: mayRetry,
  })

export const githubProfileQuery = queryOptions({
  queryKey: [...githubKey, 'profile'],
  queryFn: (context) => asMember(context, fetchProfile),
  retry: mayRetry,
})

/** Does not count against the rate limit, and proves that the token is valid. */
export const rateLimitQuery = queryOptions({
  queryKey: [...githubKey, 'rate-limit'],
  queryFn: (context) => asMember(context, fetchRateLimit),
  staleTime: MINUTE,
  retry: mayRetry,
})

/** The accounts with an installation of the app. */
export const installedAccountsQuery = queryOptions({
  queryKey: [...githubKey, 'installed-accounts'],
  queryFn: (context) => asMember(context, fetchInstalledAccounts),
  staleTime: 10 * MINUTE,
  retry: mayRetry,
})

export const accountIdQuery = (login: string) =>
  queryOptions({
    queryKey: [...githubKey, 'account', login],
    queryFn: (context) => asMember(context, (call) => fetchAccountId(login, call)),
    retry: mayRetry,
  })

/** Uses the list of repositories, which other screens load too. */
export const recentCommitsQuery = queryOptions({
  queryKey: [...githubKey, 'recent-commits'],
  queryFn: async (context) => {
    // This query retries, so the inner one must not.
    const first = { ...repositoriesQuery(1), retry: false as const }
    const { repositories } = await context.client.fetchQuery(first)
    return asMember(context, (call) => fetchRecentCommits(repositories, call))
  },
  retry: mayRetry,
})

/**
 * Calls with the member's token. A refused token may have expired meanwhile, so the call is retried once with a new one.
 */
export async function asMember<Answer>(
  { client, signal }: QueryFunctionContext,
  ask: (call: CallOptions) => Promise<Answer>,
): Promise<Answer> {
  const token = await githubToken(client)

  try {
    return await ask({ token, signal })
  } catch (error) {
    if (!(error instanceof GithubError) || error.status !== 401) throw error
    doubtToken(client, token)
    const next = await githubToken(client).catch(() => null)
    if (next === null || next === token) throw error
    return ask({ token: next, signal })
  }
}
