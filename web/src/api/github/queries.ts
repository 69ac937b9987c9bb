import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { Asked } from './ask-github.ts'
import {
  fetchAccountId,
  fetchInstalledAccounts,
  fetchProfile,
  fetchRateLimit,
  fetchRepositories,
  searchRepositories,
} from './calls.ts'
import { GithubError } from './github-error.ts'
import { githubKey } from './integration.ts'
import { mayRetry } from './may-retry.ts'
import { fetchRecentCommits } from './recent-commits.ts'
import { doubtToken, githubToken, githubUsername } from './token.ts'

const MINUTE = 60_000

export const repositoriesQuery = (page: number) =>
  queryOptions({
    queryKey: [...githubKey, 'repositories', page],
    queryFn: (context) => asMember(context, (asked) => fetchRepositories(page, asked)),
    // Specification, section 9.
    staleTime: 10 * MINUTE,
    retry: mayRetry,
  })

export const repositorySearchQuery = (words: string) =>
  queryOptions({
    queryKey: [...githubKey, 'search', words],
    queryFn: async (context) => {
      const username = await githubUsername(context.client)
      return asMember(context, (asked) => searchRepositories(words, username, asked))
    },
    retry: mayRetry,
  })

export const githubProfileQuery = queryOptions({
  queryKey: [...githubKey, 'profile'],
  queryFn: (context) => asMember(context, fetchProfile),
  retry: mayRetry,
})

/** Costs no allowance, and proves that the token is valid. */
export const rateLimitQuery = queryOptions({
  queryKey: [...githubKey, 'rate-limit'],
  queryFn: (context) => asMember(context, fetchRateLimit),
  staleTime: MINUTE,
  retry: mayRetry,
})

/** The accounts that the app is installed on. */
export const installedAccountsQuery = queryOptions({
  queryKey: [...githubKey, 'installed-accounts'],
  queryFn: (context) => asMember(context, fetchInstalledAccounts),
  staleTime: 10 * MINUTE,
  retry: mayRetry,
})

export const accountIdQuery = (login: string) =>
  queryOptions({
    queryKey: [...githubKey, 'account', login],
    queryFn: (context) => asMember(context, (asked) => fetchAccountId(login, asked)),
    retry: mayRetry,
  })

/** Starts from the list of repositories, which other screens load too. */
export const recentCommitsQuery = queryOptions({
  queryKey: [...githubKey, 'recent-commits'],
  queryFn: async (context) => {
    // Retried here, and not a second time there.
    const first = { ...repositoriesQuery(1), retry: false as const }
    const { repositories } = await context.client.fetchQuery(first)
    return asMember(context, (asked) => fetchRecentCommits(repositories, asked))
  },
  retry: mayRetry,
})

/**
 * Calls with the member's token. A token that GitHub refuses may have expired while the page was open: the call is
 * repeated once with a new one, if there is one.
 */
async function asMember<Answer>(
  { client, signal }: QueryFunctionContext,
  ask: (asked: Asked) => Promise<Answer>,
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
