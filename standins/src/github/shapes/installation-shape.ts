import type { components } from '@octokit/openapi-types'
import type { Installation } from '#github/installations/installations.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import type { Account } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { type Addresses, addressesOf } from './addresses.ts'
import { githubTime, isPerson, simpleUser } from './user-shapes.ts'

type Facts = {
  installation: Installation
  registration: Registration
  account: Account
  suspendedBy: Account | undefined
}

function installationShape(
  addresses: Addresses,
  { installation, registration, account, suspendedBy }: Facts,
) {
  const { id, selection, createdAt, updatedAt, suspended } = installation
  const at = `${addresses.api}/app/installations/${id}`

  return {
    id,
    client_id: registration.clientId,
    account: simpleUser(addresses, account),
    repository_selection: selection === 'all' ? 'all' : 'selected',
    access_tokens_url: `${at}/access_tokens`,
    repositories_url: `${addresses.api}/installation/repositories`,
    html_url: `${addresses.web}/settings/installations/${id}`,
    app_id: registration.appId,
    app_slug: registration.slug,
    target_id: account.id,
    target_type: isPerson(account) ? 'User' : 'Organization',
    permissions: { ...registration.permissions },
    events: [...registration.events],
    created_at: githubTime(createdAt),
    updated_at: githubTime(updatedAt),
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: suspendedBy ? simpleUser(addresses, suspendedBy) : null,
    suspended_at: suspended ? githubTime(suspended.at) : null,
  } satisfies components['schemas']['installation']
}

/** undefined: its app or its account was removed. */
export function renderInstallation(needs: GithubNeeds, installation: Installation) {
  const { people } = needs.memory
  const registration = findRegistration(needs, installation.clientId)
  const account = people.account(installation.accountId)
  const by = installation.suspended?.by ?? null
  const suspendedBy = by === null ? undefined : people.account(by)

  return (
    registration &&
    account &&
    installationShape(addressesOf(needs), { installation, registration, account, suspendedBy })
  )
}
