import { type Installation, installationOn } from '#github/installations/installations.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Account, Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { announceInstallation } from '#github/webhooks/events.ts'

type Input = {
  registration: Registration
  account: Account
  person: Person
  selection: Installation['selection']
}

type Installed = { installation: Installation; action: 'install' | 'update' }

/** Installs an app, or changes its repository selection. */
export async function install(needs: GithubNeeds, input: Input): Promise<Installed> {
  const { installations } = needs.memory
  const { registration, account, person, selection } = input
  const now = needs.clock.now()
  await needs.memory.people.remember(person)

  const known = installationOn(installations.state, registration.clientId, account.id)
  if (known) {
    await installations.change(() => Object.assign(known, { selection, updatedAt: now }))
    return { installation: known, action: 'update' }
  }

  const installation = await installations.change((state) => {
    const added: Installation = {
      id: state.nextId++,
      clientId: registration.clientId,
      accountId: account.id,
      selection,
      installedBy: person.id,
      createdAt: now,
      updatedAt: now,
      suspended: state.suspendedApps?.includes(registration.clientId)
        ? { at: now, by: null }
        : null,
    }
    state.installations.push(added)
    return added
  })
  announceInstallation(needs, 'created', installation)
  return { installation, action: 'install' }
}

/** Removes the installation and its tokens; user authorizations stay. */
export async function uninstall(needs: GithubNeeds, installation: Installation): Promise<void> {
  await needs.memory.installations.change((state) => {
    state.installations = state.installations.filter((one) => one !== installation)
    state.tokens = state.tokens.filter((one) => one.installationId !== installation.id)
  })
  announceInstallation(needs, 'deleted', installation)
}

/** A suspended app stays installed, but has no access. */
export async function setSuspended(
  needs: GithubNeeds,
  installation: Installation,
  isSuspended: boolean,
): Promise<void> {
  // What GitHub has suspended no user can release.
  if (isSuspended === (installation.suspended !== null) || installation.suspended?.by === null)
    return
  const suspended = isSuspended ? { at: needs.clock.now(), by: installation.installedBy } : null
  await needs.memory.installations.change(() => Object.assign(installation, { suspended }))
  announceInstallation(needs, isSuspended ? 'suspend' : 'unsuspend', installation)
}

/** GitHub suspends an app, or releases it: all of its installations, and those made meanwhile. The app gets no event of it. */
export async function suspendApp(
  { memory, clock }: GithubNeeds,
  clientId: string,
  isSuspended: boolean,
): Promise<void> {
  await memory.installations.change((state) => {
    const others = state.suspendedApps?.filter((one) => one !== clientId) ?? []
    state.suspendedApps = isSuspended ? [...others, clientId] : others
    for (const one of state.installations.filter((each) => each.clientId === clientId)) {
      if (isSuspended) one.suspended ??= { at: clock.now(), by: null }
      else if (one.suspended?.by === null) one.suspended = null
    }
  })
}
