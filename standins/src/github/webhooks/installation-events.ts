import { covers, type Installation } from '#github/installations/installations.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Person } from '#github/people/person.ts'
import { addressesOf } from '#github/shapes/addresses.ts'
import { renderInstallation } from '#github/shapes/installation-shape.ts'
import { briefRepository } from '#github/shapes/repository-shapes.ts'
import { simpleUser } from '#github/shapes/user-shapes.ts'
import { announce } from './announce.ts'

type Action = 'created' | 'deleted' | 'suspend' | 'unsuspend'

export function announceInstallation(
  needs: GithubNeeds,
  action: Action,
  installation: Installation,
  sender: Person | undefined,
): void {
  announce(needs, {
    clientId: installation.clientId,
    event: 'installation',
    payload: {
      action,
      installation: renderInstallation(needs, installation),
      repositories: briefRepositories(needs, (one) => covers(installation, one)),
      requester: null,
      sender: renderSender(needs, sender, installation),
    },
  })
}

/** Added and removed repositories are two events. */
export function announceSelection(
  needs: GithubNeeds,
  before: Installation,
  after: Installation,
  sender: Person,
): void {
  const added = briefRepositories(needs, (one) => covers(after, one) && !covers(before, one))
  const removed = briefRepositories(needs, (one) => covers(before, one) && !covers(after, one))
  const send = (action: 'added' | 'removed') =>
    announce(needs, {
      clientId: after.clientId,
      event: 'installation_repositories',
      payload: {
        action,
        installation: renderInstallation(needs, after),
        repository_selection: after.selection === 'all' ? 'all' : 'selected',
        repositories_added: action === 'added' ? added : [],
        repositories_removed: action === 'removed' ? removed : [],
        requester: null,
        sender: renderSender(needs, sender, after),
      },
    })

  if (added.length > 0) send('added')
  if (removed.length > 0) send('removed')
}

/** Default: the person who installed the app. */
function renderSender(
  needs: GithubNeeds,
  sender: Person | undefined,
  { installedBy }: Installation,
) {
  const person = sender ?? needs.memory.people.byId(installedBy)

  return person ? simpleUser(addressesOf(needs), person) : null
}

const briefRepositories = (
  { memory }: GithubNeeds,
  isIncluded: (one: { id: number; ownerId: number }) => boolean,
) =>
  memory.repositories
    .all()
    .filter(isIncluded)
    .flatMap((one) => {
      const owner = memory.people.account(one.ownerId)
      return owner ? [briefRepository(owner, one)] : []
    })

/** GitHub sends this event to every app, subscribed or not. */
export function announceRevocation(needs: GithubNeeds, clientId: string, person: Person): void {
  announce(needs, {
    clientId,
    event: 'github_app_authorization',
    payload: { action: 'revoked', sender: simpleUser(addressesOf(needs), person) },
  })
}
