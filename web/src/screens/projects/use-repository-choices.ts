import { useQuery } from '@tanstack/react-query'
import { allRepositoriesQuery } from '#api/github/all-repositories.ts'
import type { Repository } from '#api/github/calls.ts'
import { repositoriesQuery } from '#api/github/queries.ts'

/** The first hundred at once, then all of them. None without a connection to GitHub: names are typed then. */
export function useRepositoryChoices(): readonly Repository[] {
  const first = useQuery(repositoriesQuery(1))
  const all = useQuery({ ...allRepositoriesQuery, enabled: first.data?.hasNext === true })

  return all.data ?? first.data?.repositories ?? []
}
