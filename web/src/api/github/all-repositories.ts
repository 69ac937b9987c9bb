import { queryOptions } from '@tanstack/react-query'
import type { Repository } from './github-calls.ts'
import { repositoriesQuery } from './github-queries.ts'
import { githubKey } from './integration.ts'
import { mayRetry } from './may-retry.ts'

const MINUTE = 60_000

/** A thousand repositories: enough choice, and a limit for the requests of one dialog. */
const MOST_PAGES = 10

/** All repositories of the member and their organisations, last changed first. */
export const allRepositoriesQuery = queryOptions({
  queryKey: [...githubKey, 'all-repositories'],
  queryFn: async ({ client }): Promise<Repository[]> => {
    const found: Repository[] = []
    for (let page = 1; page <= MOST_PAGES; page++) {
      // This query retries, so the inner one must not.
      const query = { ...repositoriesQuery(page), retry: false as const }
      const { repositories, hasNext } = await client.fetchQuery(query)
      found.push(...repositories)
      if (!hasNext) break
    }
    return found
  },
  staleTime: 10 * MINUTE,
  retry: mayRetry,
})
