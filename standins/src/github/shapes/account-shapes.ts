import type { components } from '@octokit/openapi-types'
import type { Installation } from '#github/installations/installations.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import { type Account, avatarOf, type Person, publicEmail } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'

/** The stand-in's own addresses, for links in responses. */
export type Addresses = { web: string; api: string }

export const addressesOf = ({ addresses }: GithubNeeds): Addresses => ({
  web: addresses.http,
  api: addresses.api ?? '',
})

/** A repository with its owner, whose login is a part of every link to it. */
export type OwnedRepository = { owner: Account; repository: Repository }

/** The base of all links to one repository. */
export type RepositoryUrls = { api: string; web: string }

export function repositoryUrls(
  needs: GithubNeeds,
  { owner, repository }: OwnedRepository,
): RepositoryUrls {
  const { api, web } = addressesOf(needs)
  const fullName = `${owner.login}/${repository.name}`

  return { api: `${api}/repos/${fullName}`, web: `${web}/${fullName}` }
}

/** The short form of a person or an organisation. */
export function simpleUser({ web, api }: Addresses, account: Account) {
  const { id, login } = account
  const url = `${api}/users/${login}`
  const type = isPerson(account) ? 'User' : 'Organization'

  return {
    login,
    id,
    node_id: Buffer.from(`04:${type}${id}`).toString('base64'),
    avatar_url: web + avatarOf(account),
    gravatar_id: '',
    url,
    html_url: `${web}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    user_view_type: 'public',
    site_admin: false,
  }
}

/** The full form of a person or an organisation. Empty fields are null, never omitted. */
export function fullUser(addresses: Addresses, account: Account, publicRepos: number) {
  return {
    ...simpleUser(addresses, account),
    name: account.name,
    company: null,
    blog: '',
    location: null,
    email: isPerson(account) ? publicEmail(account) : null,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: publicRepos,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: githubTime(account.joinedAt),
    updated_at: githubTime(account.joinedAt),
  }
}

/** GitHub's times have no milliseconds. */
export const githubTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

const isPerson = (account: Account): account is Person => 'emails' in account

/** undefined: its app or its account was removed. */
export function renderInstallation(needs: GithubNeeds, installation: Installation) {
  const { people } = needs.memory
  const { id, selection, createdAt, updatedAt, suspended } = installation
  const addresses = addressesOf(needs)
  const registration = findRegistration(needs, installation.clientId)
  const account = people.account(installation.accountId)
  const by = suspended?.by ?? null
  const suspendedBy = by === null ? undefined : people.account(by)
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
