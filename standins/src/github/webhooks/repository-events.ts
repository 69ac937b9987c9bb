import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Person } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { addressesOf } from '#github/shapes/addresses.ts'
import { renderRepository } from '#github/shapes/repository-shapes.ts'
import { simpleUser } from '#github/shapes/user-shapes.ts'
import { announce, subscribersTo } from './announce.ts'

type RepositoryEvent = {
  action: 'renamed' | 'deleted' | 'privatized' | 'publicized'
  changes?: object
  /** null: done by an app as its bot. */
  sender: Person | null
}

/** A deletion is announced first, while the subscribers are still known. */
export function announceRepository(
  needs: GithubNeeds,
  repository: Repository,
  { action, changes, sender }: RepositoryEvent,
): void {
  for (const { id, clientId } of subscribersTo(needs, repository, 'repository')) {
    announce(needs, {
      clientId,
      event: 'repository',
      payload: {
        action,
        ...(changes && { changes }),
        repository: renderRepository(needs, repository, null),
        sender: sender && simpleUser(addressesOf(needs), sender),
        installation: { id },
      },
    })
  }
}
