import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { addressesOf } from '#github/shapes/addresses.ts'
import { renderRepository } from '#github/shapes/render-repository.ts'
import { simpleUser } from '#github/shapes/user-shapes.ts'
import { announce } from './announce.ts'
import { subscribersTo } from './subscribers.ts'

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
      installationId: id,
      repositoryId: repository.id,
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
