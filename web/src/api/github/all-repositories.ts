import { queryOptions } from '@tanstack/react-query'
import type { Repository } from './calls.ts'
import { githubKey } from './integration.ts'
import { mayRetry } from './may-retry.ts'
import { repositoriesQuery } from './queries.ts'

const MINUTE = 60_000

/** A thousand repositories: enough to choose from, and a bound on what one dialog asks of GitHub. */
const MOST_PAGES = 10

/** Everything the member can choose from, their organisations' included, the latest change first. */
export const allRepositoriesQuery = queryOptions({
  queryKey: [...githubKey, 'all-repositories'],
  queryFn: async ({ client }): Promise<Repository[]> => {
    const found: Repository[] = []
    for (let page = 1; page <= MOST_PAGES; page++) {
      // Retried here, and not a second time there.
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
