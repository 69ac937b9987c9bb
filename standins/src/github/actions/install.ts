import type { Installation } from '#github/installations/installation.ts'
import { installationOn } from '#github/installations/installation-memory.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Account } from '#github/people/organisation.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { announceInstallation, announceSelection } from '#github/webhooks/installation-events.ts'

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
  await needs.memory.people.remember(person)

  const known = installationOn(installations.state, registration.clientId, account.id)
  if (known) {
    const before = { ...known }
    await installations.change(() =>
      Object.assign(known, { selection, updatedAt: needs.clock.now() }),
    )
    announceSelection(needs, before, known, person)
    return { installation: known, action: 'update' }
  }

  const installation = await installations.change((state) => {
    const added: Installation = {
      id: state.nextId++,
      clientId: registration.clientId,
      accountId: account.id,
      selection,
      installedBy: person.id,
      createdAt: needs.clock.now(),
      updatedAt: needs.clock.now(),
      suspended: null,
    }
    state.installations.push(added)
    return added
  })
  announceInstallation(needs, 'created', installation, person)
  return { installation, action: 'install' }
}
