import { Refusal } from '#github/api/errors.ts'
import type { Access, Permissions, Registration } from '#github/registrations/registration.ts'
import type { Repository } from '#github/repositories/repository.ts'

type Rights = { permissions: Permissions; repositoryIds: number[] | null }
type Input = Readonly<Record<string, unknown>>

/** An app may narrow its permissions, never widen them. */
export function narrowedRights(
  app: Registration,
  covered: readonly Repository[],
  input: Input,
): Rights {
  return {
    permissions: permissionsIn(app, input.permissions),
    repositoryIds: repositoriesIn(covered, input),
  }
}

function permissionsIn({ permissions }: Registration, wanted: unknown): Permissions {
  if (typeof wanted !== 'object' || wanted === null) return permissions
  const asked = Object.entries(wanted) as [string, Access][]
  const isTooMuch = asked.some(
    ([name, access]) => permissions[name] !== 'write' && permissions[name] !== access,
  )
  if (isTooMuch) {
    throw new Refusal(422, 'The permissions requested are not granted to this installation.')
  }

  return Object.fromEntries(asked)
}

function repositoriesIn(covered: readonly Repository[], input: Input): number[] | null {
  const names = input.repositories
  const ids = input.repository_ids
  if (!Array.isArray(names) && !Array.isArray(ids)) return null

  const wanted = [...(Array.isArray(names) ? names : []), ...(Array.isArray(ids) ? ids : [])]
  return wanted.map((one) => {
    const found = covered.find(({ id, name }) => id === one || name === one)
    if (!found) {
      throw new Refusal(
        422,
        'There is at least one repository that does not exist or is not accessible to the parent installation.',
      )
    }
    return found.id
  })
}
