import type { components } from '@octokit/openapi-types'
import type { Installation } from '#github/installations/installations.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import { addressesOf } from './addresses.ts'
import { githubTime, isPerson, simpleUser } from './user-shapes.ts'

/** undefined: its app or its account was removed. */
export function renderInstallation(needs: GithubNeeds, installation: Installation) {
  const { people } = needs.memory
  const { id, selection, createdAt, updatedAt, suspended } = installation
  const addresses = addressesOf(needs)
  const registration = findRegistration(needs, installation.clientId)
  const account = people.account(installation.accountId)
  const suspendedBy = suspended ? people.account(suspended.by) : undefined
  if (!registration || !account) return undefined

  return {
    id,
    client_id: registration.clientId,
    account: simpleUser(addresses, account),
    repository_selection: selection === 'all' ? 'all' : 'selected',
    access_tokens_url: `${addresses.api}/app/installations/${id}/access_tokens`,
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
