import type { Context } from 'hono'
import type { Signature } from '#formats/object.ts'
import type { ApiEnv, Bot, Caller } from '#github/api/api-env.ts'
import { accessorOf } from '#github/api/caller.ts'
import { type Accessor, badJwt } from '#github/api/errors.ts'
import { signatureOf } from '#github/git/files.ts'
import { covers } from '#github/installations/installations.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { type Person, roleIn } from '#github/people/person.ts'
import type { Permissions, Registration } from '#github/registrations/registration.ts'
import type { Repository, Role } from '#github/repositories/repository.ts'

/** What a caller may do with one repository. */
export type Reach = {
  /** The caller's role regardless of the program's limits; null: not visible to them. */
  role: Role | null
  /** Whether the program has access to this repository at all. */
  isGrantedToProgram: boolean
  /** Of a GitHub App or a fine-grained token; null: scopes instead, or an anonymous caller. */
  permissions: Permissions | null
  scopes: readonly string[]
  accessor: Accessor
}

/** Resolves the caller once and answers for any repository. */
export function reachOf(needs: GithubNeeds, c: Context<ApiEnv>): (repository: Repository) => Reach {
  if (c.get('app')) throw badJwt()
  const caller = c.get('caller')
  const bot = c.get('bot')
  if (bot) return (repository) => botReach(bot, repository)
  if (!caller) return anonymousReach
  const { program, person, scopes } = caller

  return (repository) => ({
    role: roleOf(needs, person, repository),
    isGrantedToProgram: isGranted(needs, caller, repository),
    permissions: program.kind === 'classic-token' ? null : program.permissions,
    scopes,
    accessor: accessorOf(caller),
  })
}

function isGranted(needs: GithubNeeds, { program, scopes }: Caller, repository: Repository) {
  switch (program.kind) {
    case 'github-app':
      return isInstalled(needs, program, repository)
    case 'fine-grained-token':
      return (
        repository.ownerId === program.ownerId &&
        (program.repositoryIds?.includes(repository.id) ?? true)
      )
    case 'classic-token':
      return scopes.includes('repo') || (!repository.isPrivate && scopes.includes('public_repo'))
  }
}

/** Public repositories are visible to all; private ones need a role and a program with access. */
export const isVisible = (
  { role, isGrantedToProgram }: Reach,
  { isPrivate }: Repository,
): boolean => !isPrivate || (role !== null && isGrantedToProgram)

const anonymousReach = ({ isPrivate }: Repository): Reach => ({
  role: isPrivate ? null : 'read',
  isGrantedToProgram: false,
  permissions: null,
  scopes: [],
  accessor: 'integration',
})

function botReach({ installation, token }: Bot, repository: Repository): Reach {
  const isGrantedToProgram =
    covers(installation, repository) &&
    (token.repositoryIds === null || token.repositoryIds.includes(repository.id))
  const anonymousRole = repository.isPrivate ? null : 'read'

  return {
    role: isGrantedToProgram ? 'admin' : anonymousRole,
    isGrantedToProgram,
    permissions: token.permissions,
    scopes: [],
    accessor: 'integration',
  }
}

const isInstalled = (
  { memory }: GithubNeeds,
  { clientId }: Pick<Registration, 'clientId'>,
  repository: Repository,
): boolean =>
  memory.installations.state.installations.some(
    (one) => one.clientId === clientId && !one.suspended && covers(one, repository),
  )

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

/** Who acts: a person, or an app as its bot. */
export type Actor = { person: Person | null; signature: Signature }

export function actorOf({ clock }: GithubNeeds, c: Context<ApiEnv>): Actor {
  const person = c.get('caller')?.person ?? null
  const bot = c.get('bot')
  if (person || !bot) return { person, signature: signatureOf(person ?? undefined, clock.now()) }

  const login = `${bot.registration.slug}[bot]`
  const email = `${bot.registration.appId}+${login}@users.noreply.github.com`
  return { person, signature: { ...signatureOf(undefined, clock.now()), name: login, email } }
}
