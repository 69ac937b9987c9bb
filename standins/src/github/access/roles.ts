import type { GithubNeeds } from '#github/memory/needs.ts'
import { roleIn } from '#github/people/organisation.ts'
import type { Person } from '#github/people/person.ts'
import type { Repository, Role } from '#github/repositories/repository.ts'

/** A person's role in a repository, whatever program they use; null: none. */
export function roleOf(
  { memory: { people } }: Pick<GithubNeeds, 'memory'>,
  person: Person,
  repository: Repository,
): Role | null {
  if (repository.ownerId === person.id) return 'admin'
  const organisation = people.organisations().find((one) => one.id === repository.ownerId)
  const membership = organisation && roleIn(organisation, person.id)
  const invited = repository.collaborators.find((one) => one.personId === person.id)
  // Members administer what they created.
  if (membership) return membership === 'admin' || invited?.role === 'admin' ? 'admin' : 'write'

  return invited?.role ?? (repository.isPrivate ? null : 'read')
}

/** Owner, organisation member or collaborator, as opposed to a reader of a public repository. */
export function hasMembership(
  needs: Pick<GithubNeeds, 'memory'>,
  person: Person,
  repository: Repository,
): boolean {
  const role = roleOf(needs, person, repository)

  return role === 'write' || role === 'admin' || isInvited(person, repository)
}

const isInvited = ({ id }: Person, { collaborators }: Repository) =>
  collaborators.some((one) => one.personId === id)
