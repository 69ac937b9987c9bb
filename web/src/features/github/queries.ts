import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { Asked } from './ask-github.ts'
import { fetchProfile, fetchRateLimit, fetchRepositories, searchRepositories } from './calls.ts'
import { mayRetry } from './may-retry.ts'
import { fetchRecentCommits } from './recent-commits.ts'
import { githubToken, githubUsername } from './token.ts'

const MINUTE = 60_000

export const repositoriesQuery = (page: number) =>
  queryOptions({
    queryKey: ['github', 'repositories', page],
    queryFn: async (context) => fetchRepositories(page, await asMember(context)),
    // Specification, section 9.
    staleTime: 10 * MINUTE,
    retry: mayRetry,
  })

export const repositorySearchQuery = (words: string) =>
  queryOptions({
    queryKey: ['github', 'search', words],
    queryFn: async (context) =>
      searchRepositories(words, await githubUsername(context.client), await asMember(context)),
    retry: mayRetry,
  })

export const githubProfileQuery = queryOptions({
  queryKey: ['github', 'profile'],
  queryFn: async (context) => fetchProfile(await asMember(context)),
  retry: mayRetry,
})

/** Free of charge, and proves at the same time that the token is good. */
export const rateLimitQuery = queryOptions({
  queryKey: ['github', 'rate-limit'],
  queryFn: async (context) => fetchRateLimit(await asMember(context)),
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
    return fetchRecentCommits(repositories, await asMember(context))
  },
  retry: mayRetry,
})

async function asMember({ client, signal }: QueryFunctionContext): Promise<Asked> {
  return { token: await githubToken(client), signal }
}
