import { useQuery } from '@tanstack/react-query'
import { allRepositoriesQuery } from '#api/github/all-repositories.ts'
import type { Repository } from '#api/github/github-calls.ts'
import { repositoriesQuery } from '#api/github/github-queries.ts'

/** First the first hundred, then all of them. Empty without a connection to GitHub: members then type names. */
export function useRepositoryChoices(): readonly Repository[] {
  const first = useQuery(repositoriesQuery(1))
  const all = useQuery({ ...allRepositoriesQuery, enabled: first.data?.hasNext === true })

  return all.data ?? first.data?.repositories ?? []
}
