import { covers, type Installation } from '#github/installations/installation.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'
import { addressesOf } from '#github/shapes/addresses.ts'
import { tellInstallation } from '#github/shapes/installation-shape.ts'
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
    installationId: installation.id,
    payload: {
      action,
      installation: tellInstallation(needs, installation),
      repositories: briefly(needs, (one) => covers(installation, one)),
      requester: null,
      sender: tellSender(needs, sender, installation),
    },
  })
}

/** What was added to the selection and what was taken out of it are two events. */
export function announceSelection(
  needs: GithubNeeds,
  before: Installation,
  after: Installation,
  sender: Person,
): void {
  const added = briefly(needs, (one) => covers(after, one) && !covers(before, one))
  const removed = briefly(needs, (one) => covers(before, one) && !covers(after, one))
  const tell = (action: 'added' | 'removed') =>
    announce(needs, {
      clientId: after.clientId,
      event: 'installation_repositories',
      installationId: after.id,
      payload: {
        action,
        installation: tellInstallation(needs, after),
        repository_selection: after.selection === 'all' ? 'all' : 'selected',
        repositories_added: action === 'added' ? added : [],
        repositories_removed: action === 'removed' ? removed : [],
        requester: null,
        sender: tellSender(needs, sender, after),
      },
    })

  if (added.length > 0) tell('added')
  if (removed.length > 0) tell('removed')
}

/** If nobody in particular did it, it was whoever installed the app. */
function tellSender(needs: GithubNeeds, sender: Person | undefined, { installedBy }: Installation) {
  const person = sender ?? needs.memory.people.byId(installedBy)

  return person ? simpleUser(addressesOf(needs), person) : null
}

const briefly = (
  { memory }: GithubNeeds,
  isMeant: (one: { id: number; ownerId: number }) => boolean,
) =>
  memory.repositories
    .all()
    .filter(isMeant)
    .flatMap((one) => {
      const owner = memory.people.account(one.ownerId)
      return owner ? [briefRepository(owner, one)] : []
    })
