import { missingRepositoriesReply } from '@app/contract/missing-repositories'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callFunction } from '#api/calls/call-function.ts'
import { fetchRepository, type Repository } from './github-calls.ts'
import { GithubError } from './github-error.ts'
import { repositoriesQuery } from './github-queries.ts'
import { githubKey } from './integration.ts'
import { mayRetry } from './may-retry.ts'
import { githubToken } from './token.ts'

const MINUTE = 60_000

/** `inaccessible` for any reason other than non-existence. */
export type FoundRepository = Repository | 'not-found' | 'inaccessible'

/** Repositories by full name. Most are in the list that other screens load too; only the others are fetched individually. */
export const repositoryLookupQuery = (names: readonly string[]) =>
  queryOptions({
    queryKey: [...githubKey, 'lookup', names],
    queryFn: async ({ client }) => {
      const first = await client.fetchQuery({ ...repositoriesQuery(1), retry: false as const })
      const known = new Map(first.repositories.map((one) => [one.full_name.toLowerCase(), one]))
      const others = names.filter((name) => !known.has(name.toLowerCase()))
      const missing = await missingOf(others)
      const find = async (name: string): Promise<FoundRepository> => {
        const listed = known.get(name.toLowerCase())
        if (listed) return listed
        return missing.has(name) ? 'not-found' : findRepository(client, name)
      }

      return new Map(
        await Promise.all(names.map(async (name) => [name, await find(name)] as const)),
      )
    },
    enabled: names.length > 0,
    staleTime: 10 * MINUTE,
    retry: mayRetry,
    structuralSharing: false,
  })

/** The maximum for one call. */
const MOST_ASKED = 50

/**
 * Repositories that do not exist at GitHub. Our server checks first, because browsers log every 404 as an error, and here it is expected.
 * Without its answer, each repository is fetched individually.
 */
async function missingOf(names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const body = { names: names.slice(0, MOST_ASKED) }
  const reply = await callFunction('missing-repositories', missingRepositoriesReply, {
    body,
  }).catch(() => null)

  return new Set(reply?.missing)
}

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
