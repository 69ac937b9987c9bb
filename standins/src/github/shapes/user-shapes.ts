import { type Account, avatarOf, type Person, publicEmail } from '#github/people/person.ts'
import type { Addresses } from './addresses.ts'

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

export const isPerson = (account: Account): account is Person => 'emails' in account
