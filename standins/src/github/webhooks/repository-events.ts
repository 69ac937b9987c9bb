import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { addressesOf } from '#github/shapes/addresses.ts'
import { tellRepository } from '#github/shapes/render-repository.ts'
import { simpleUser } from '#github/shapes/user-shapes.ts'
import { announce } from './announce.ts'
import { listenersTo } from './subscribers.ts'

type RepositoryNews = {
  action: 'renamed' | 'deleted' | 'privatized' | 'publicized'
  changes?: object
  /** null: an app did it in its own name. */
  sender: Person | null
}

/** Of a deletion it tells before it happens, as long as it is known who listened. */
export function announceRepository(
  needs: GithubNeeds,
  repository: Repository,
  { action, changes, sender }: RepositoryNews,
): void {
  for (const { id, clientId } of listenersTo(needs, repository, 'repository')) {
    announce(needs, {
      clientId,
      event: 'repository',
      installationId: id,
      repositoryId: repository.id,
      payload: {
        action,
        ...(changes && { changes }),
        repository: tellRepository(needs, repository, null),
        sender: sender && simpleUser(addressesOf(needs), sender),
        installation: { id },
      },
    })
  }
}
