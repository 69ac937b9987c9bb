import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { fetchRepository, type Repository } from '#api/github/calls.ts'
import { GithubError } from '#api/github/github-error.ts'
import { mayRetry } from '#api/github/may-retry.ts'
import { repositoriesQuery } from '#api/github/queries.ts'
import { githubToken } from '#api/github/token.ts'
import {
  checkRepository,
  type FoundRepository,
  formerNameOf,
  fullNameOf,
  type LinkedRepository,
  type RepositoryCheck,
} from './check-repository.ts'

const MINUTE = 60_000

/**
 * How GitHub sees the repositories of some links; null while it is being asked. Most are in the list that other
 * screens show as well, and only those that are not are asked for one by one.
 */
export function useRepositoryChecks(
  links: readonly LinkedRepository[],
): ((link: LinkedRepository) => RepositoryCheck) | null {
  const names = [...new Set(links.map(fullNameOf).filter((name) => name !== null))]
  const lookup = useLookup(names)
  const formerNames = links.flatMap((link) =>
    lookup.data?.get(fullNameOf(link) ?? '') === 'not-found' ? (formerNameOf(link) ?? []) : [],
  )
  const former = useLookup(formerNames)
  if (names.length > 0 && lookup.isPending) return null

  return (link) =>
    checkRepository(
      link,
      lookup.data?.get(fullNameOf(link) ?? '') ?? 'inaccessible',
      former.data?.get(formerNameOf(link) ?? '') ?? null,
    )
}

const useLookup = (names: readonly string[]) =>
  useQuery({ ...lookupQuery(names.toSorted()), enabled: names.length > 0 })

const lookupQuery = (names: readonly string[]) =>
  queryOptions({
    queryKey: ['github', 'lookup', names],
    queryFn: async ({ client }) => {
      const first = await client.fetchQuery({ ...repositoriesQuery(1), retry: false as const })
      const known = new Map(first.repositories.map((one) => [one.full_name.toLowerCase(), one]))
      const found = names.map(
        async (name) =>
          [name, known.get(name.toLowerCase()) ?? (await findRepository(client, name))] as const,
      )

      return new Map<string, FoundRepository>(await Promise.all(found))
    },
    staleTime: 10 * MINUTE,
    retry: mayRetry,
    structuralSharing: false,
  })

function findRepository(client: QueryClient, name: string): Promise<FoundRepository> {
  return client.fetchQuery({
    queryKey: ['github', 'repository', name],
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
