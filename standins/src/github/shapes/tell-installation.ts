import type { Installation } from '#github/installations/installation.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import { addressesOf } from './addresses.ts'
import { installationShape } from './installation-shape.ts'

/** undefined: its app or its account is gone. */
export function tellInstallation(needs: GithubNeeds, installation: Installation) {
  const { people } = needs.memory
  const registration = findRegistration(needs, installation.clientId)
  const account = people.account(installation.accountId)
  const suspendedBy = installation.suspended ? people.account(installation.suspended.by) : undefined

  return (
    registration &&
    account &&
    installationShape(addressesOf(needs), { installation, registration, account, suspendedBy })
  )
}
