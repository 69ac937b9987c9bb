import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Repository, Role } from '#github/repositories/repository.ts'
import { addressesOf } from './addresses.ts'
import { fullRepository, repositoryShape } from './repository-shapes.ts'

/** Repositories in list form; `roleFor` gives the caller's role. */
export const renderRepositories = (
  needs: GithubNeeds,
  repositories: readonly Repository[],
  roleFor: (repository: Repository) => Role | null,
) =>
  repositories.flatMap((repository) => {
    const facts = factsOf(needs, repository, roleFor(repository))
    return facts ? [repositoryShape(addressesOf(needs), facts)] : []
  })

export function renderRepository(needs: GithubNeeds, repository: Repository, role: Role | null) {
  const facts = factsOf(needs, repository, role)

  return facts && fullRepository(addressesOf(needs), facts)
}

function factsOf({ memory }: GithubNeeds, repository: Repository, role: Role | null) {
  const owner = memory.people.account(repository.ownerId)

  const openIssues = memory.issues.of(repository.id).filter(({ state }) => state === 'open').length

  return owner && { repository, owner, role, openIssues }
}
