import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Account } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'

/** The stand-in's own addresses, for links in responses. */
export type Addresses = { web: string; api: string }

export const addressesOf = ({ addresses }: GithubNeeds): Addresses => ({
  web: addresses.http,
  api: addresses.api ?? '',
})

/** A repository with its owner, whose login is a part of every link to it. */
export type OwnedRepository = { owner: Account; repository: Repository }

/** The base of all links to one repository. */
export type RepositoryUrls = { api: string; web: string }

export function repositoryUrls(
  needs: GithubNeeds,
  { owner, repository }: OwnedRepository,
): RepositoryUrls {
  const { api, web } = addressesOf(needs)
  const fullName = `${owner.login}/${repository.name}`

  return { api: `${api}/repos/${fullName}`, web: `${web}/${fullName}` }
}
