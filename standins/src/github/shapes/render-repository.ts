import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Repository, Role } from '#github/repositories/repository.ts'
import { addressesOf } from './addresses.ts'
import { fullRepository, repositoryShape } from './repository-shapes.ts'

/** Repositories as a list shows them; `roleFor` is the caller's. */
export const tellRepositories = (
  needs: GithubNeeds,
  repositories: readonly Repository[],
  roleFor: (repository: Repository) => Role | null,
) =>
  repositories.flatMap((repository) => {
    const told = factsOf(needs, repository, roleFor(repository))
    return told ? [repositoryShape(addressesOf(needs), told)] : []
  })

export function tellRepository(needs: GithubNeeds, repository: Repository, role: Role | null) {
  const told = factsOf(needs, repository, role)

  return told && fullRepository(addressesOf(needs), told)
}

function factsOf({ memory }: GithubNeeds, repository: Repository, role: Role | null) {
  const owner = memory.people.account(repository.ownerId)

  const openIssues = memory.issues.of(repository.id).filter(({ state }) => state === 'open').length

  return owner && { repository, owner, role, openIssues }
}
