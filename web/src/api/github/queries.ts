import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { Asked } from './ask-github.ts'
import { fetchProfile, fetchRateLimit, fetchRepositories, searchRepositories } from './calls.ts'
import { GithubError } from './github-error.ts'
import { mayRetry } from './may-retry.ts'
import { fetchRecentCommits } from './recent-commits.ts'
import { doubtToken, githubToken, githubUsername } from './token.ts'

const MINUTE = 60_000

export const repositoriesQuery = (page: number) =>
  queryOptions({
    queryKey: ['github', 'repositories', page],
    queryFn: (context) => asMember(context, (asked) => fetchRepositories(page, asked)),
    // Specification, section 9.
    staleTime: 10 * MINUTE,
    retry: mayRetry,
  })

export const repositorySearchQuery = (words: string) =>
  queryOptions({
    queryKey: ['github', 'search', words],
    queryFn: async (context) => {
      const username = await githubUsername(context.client)
      return asMember(context, (asked) => searchRepositories(words, username, asked))
    },
    retry: mayRetry,
  })

export const githubProfileQuery = queryOptions({
  queryKey: ['github', 'profile'],
  queryFn: (context) => asMember(context, fetchProfile),
  retry: mayRetry,
})

/** Free of charge, and proves at the same time that the token is good. */
export const rateLimitQuery = queryOptions({
  queryKey: ['github', 'rate-limit'],
  queryFn: (context) => asMember(context, fetchRateLimit),
  staleTime: MINUTE,
  retry: mayRetry,
})

/** Begins with the list of repositories, which other screens show too. */
export const recentCommitsQuery = queryOptions({
  queryKey: ['github', 'recent-commits'],
  queryFn: async (context) => {
    // Whatever goes wrong is tried again here, and not there besides.
    const first = { ...repositoriesQuery(1), retry: false as const }
    const { repositories } = await context.client.fetchQuery(first)
    return asMember(context, (asked) => fetchRecentCommits(repositories, asked))
  },
  retry: mayRetry,
})

/**
 * Calls with the member's token. One that GitHub no longer takes may have run out while the page was open: with a
 * new one the call is made once more, without one the refusal stands.
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
