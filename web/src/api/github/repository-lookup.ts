import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fetchRepository, type Repository } from './calls.ts'
import { GithubError } from './github-error.ts'
import { githubKey } from './integration.ts'
import { mayRetry } from './may-retry.ts'
import { repositoriesQuery } from './queries.ts'
import { githubToken } from './token.ts'

const MINUTE = 60_000

/** `inaccessible` for any reason other than that it does not exist. */
export type FoundRepository = Repository | 'not-found' | 'inaccessible'

/** Repositories by full name. Most are in the list that other screens load too; only the others are asked for one by one. */
export const repositoryLookupQuery = (names: readonly string[]) =>
  queryOptions({
    queryKey: [...githubKey, 'lookup', names],
    queryFn: async ({ client }) => {
      const first = await client.fetchQuery({ ...repositoriesQuery(1), retry: false as const })
      const known = new Map(first.repositories.map((one) => [one.full_name.toLowerCase(), one]))
      const found = names.map(
        async (name) =>
          [name, known.get(name.toLowerCase()) ?? (await findRepository(client, name))] as const,
      )

      return new Map<string, FoundRepository>(await Promise.all(found))
    },
    enabled: names.length > 0,
    staleTime: 10 * MINUTE,
    retry: mayRetry,
    structuralSharing: false,
  })

function findRepository(client: QueryClient, name: string): Promise<FoundRepository> {
  return client.fetchQuery({
    queryKey: [...githubKey, 'repository', name],
    queryFn: async () => orReason(fetchRepository(name, { token: await githubToken(client) })),
    staleTime: 10 * MINUTE,
  })
}

async function orReason(asking: Promise<Repository>): Promise<FoundRepository> {
  try {
    return await asking
  } catch (error) {
    return error instanceof GithubError && error.status === 404 ? 'not-found' : 'inaccessible'
  }
}
