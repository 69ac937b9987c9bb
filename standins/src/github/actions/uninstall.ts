import type { Installation } from '#github/installations/installation.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'
import { announceInstallation } from '#github/webhooks/installation-events.ts'

/** Removes the installation and its tokens; user authorizations stay. */
export async function uninstall(
  needs: GithubNeeds,
  installation: Installation,
  sender: Person | undefined,
): Promise<void> {
  await needs.memory.installations.change((state) => {
    state.installations = state.installations.filter((one) => one !== installation)
    state.tokens = state.tokens.filter((one) => one.installationId !== installation.id)
  })
  announceInstallation(needs, 'deleted', installation, sender)
}

/** A suspended app stays installed, but has no access. */
export async function suspend(
  needs: GithubNeeds,
  installation: Installation,
  sender: Person | undefined,
): Promise<void> {
  if (installation.suspended) return
  await needs.memory.installations.change(() => {
    installation.suspended = {
      at: needs.clock.now(),
      by: sender?.id ?? installation.installedBy,
    }
  })
  announceInstallation(needs, 'suspend', installation, sender)
}

export async function unsuspend(
  needs: GithubNeeds,
  installation: Installation,
  sender: Person | undefined,
): Promise<void> {
  if (!installation.suspended) return
  await needs.memory.installations.change(() => {
    installation.suspended = null
  })
  announceInstallation(needs, 'unsuspend', installation, sender)
}
