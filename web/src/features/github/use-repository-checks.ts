import { useQuery } from '@tanstack/react-query'
import { repositoryLookupQuery } from '#api/github/repository-lookup.ts'
import {
  checkRepository,
  formerNameOf,
  fullNameOf,
  type LinkedRepository,
  type RepositoryCheck,
} from './check-repository.ts'

/** The linked repositories' state at GitHub; null while loading. */
export function useRepositoryChecks(
  links: readonly LinkedRepository[],
): ((link: LinkedRepository) => RepositoryCheck) | null {
  const names = [...new Set(links.map(fullNameOf).filter((name) => name !== null))]
  const lookup = useQuery(repositoryLookupQuery(names.toSorted()))
  const formerNames = links.flatMap((link) =>
    lookup.data?.get(fullNameOf(link) ?? '') === 'not-found' ? (formerNameOf(link) ?? []) : [],
  )
  const former = useQuery(repositoryLookupQuery(formerNames.toSorted()))
  if (names.length > 0 && lookup.isPending) return null

  return (link) =>
    checkRepository(
      link,
      lookup.data?.get(fullNameOf(link) ?? '') ?? 'inaccessible',
      former.data?.get(formerNameOf(link) ?? '') ?? null,
    )
}
