import type { GithubNeeds } from '#github/memory/needs.ts'
import { roleIn } from '#github/people/organisation.ts'
import type { Person } from '#github/people/person.ts'
import type { Repository, Role } from '#github/repositories/repository.ts'

/** What a person may do with a repository, whatever program they use; null: nothing at all. */
export function roleOf(
  { memory: { people } }: Pick<GithubNeeds, 'memory'>,
  person: Person,
  repository: Repository,
): Role | null {
  if (repository.ownerId === person.id) return 'admin'
  const organisation = people.organisations().find((one) => one.id === repository.ownerId)
  const membership = organisation && roleIn(organisation, person.id)
  if (membership) return membership === 'admin' ? 'admin' : 'write'
  const invited = repository.collaborators.find((one) => one.personId === person.id)

  return invited?.role ?? (repository.isPrivate ? null : 'read')
}

/** Theirs, their organisations', or shared with them: not merely public. */
export function hasPartIn(
  needs: Pick<GithubNeeds, 'memory'>,
  person: Person,
  repository: Repository,
): boolean {
  const role = roleOf(needs, person, repository)

  return role === 'write' || role === 'admin' || isInvited(person, repository)
}

const isInvited = ({ id }: Person, { collaborators }: Repository) =>
  collaborators.some((one) => one.personId === id)
