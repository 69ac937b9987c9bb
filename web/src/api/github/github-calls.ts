import { askGithub, type CallOptions } from './ask-github.ts'

export type Repository = {
  id: number
  name: string
  full_name: string
  private: boolean
  html_url: string
  description: string | null
  default_branch: string
  updated_at: string | null
  created_at: string | null
  pushed_at: string | null
  /** In kilobytes, updated by GitHub with a delay. */
  size: number
}

export type RepositoryPage = { repositories: Repository[]; hasNext: boolean }

export type GithubProfile = { login: string; name: string | null; html_url: string }

export type RateLimit = { limit: number; remaining: number; used: number; reset: number }

export type GithubCommit = {
  sha: string
  html_url: string
  commit: { message: string; author: { name: string; date: string } | null }
}

/** Specification, section 9. */
export const REPOSITORIES_PER_PAGE = 100
const SEARCH_RESULTS = 50
const COMMITS_EACH = 2

export const repositoriesPath = (page: number) =>
  `/user/repos?sort=updated&per_page=${REPOSITORIES_PER_PAGE}&page=${page}`

/** The plus separates two terms, so it must not be encoded. */
export const searchPath = (query: string, username: string) =>
  `/search/repositories?q=${encodeURIComponent(query)}+user:${username}&sort=updated&per_page=${SEARCH_RESULTS}`

export const commitsPath = (fullName: string) =>
  `/repos/${fullName}/commits?per_page=${COMMITS_EACH}`

export async function fetchRepositories(page: number, call: CallOptions): Promise<RepositoryPage> {
  const answer = await askGithub('repositories', repositoriesPath(page), call)
  const hasNext = answer.headers.get('link')?.includes('rel="next"') ?? false

  return { repositories: (await answer.json()) as Repository[], hasNext }
}

export async function fetchProfile(call: CallOptions): Promise<GithubProfile> {
  return (await askGithub('profile', '/user', call)).json()
}

export async function searchRepositories(
  query: string,
  username: string,
  call: CallOptions,
): Promise<Repository[]> {
  const answer = await askGithub('search', searchPath(query, username), call)

  return ((await answer.json()) as { items: Repository[] }).items
}

/** The specification reads `rate`, which later versions of the API call `resources.core`. */
export async function fetchRateLimit(call: CallOptions): Promise<RateLimit> {
  const answer = await askGithub('rateLimit', '/rate_limit', call)
  const { rate, resources } = (await answer.json()) as {
    rate?: RateLimit
    resources: { core: RateLimit }
  }

  return rate ?? resources.core
}

export async function fetchRepository(fullName: string, call: CallOptions): Promise<Repository> {
  return (await askGithub('repository', `/repos/${fullName}`, call)).json()
}

/** Logins of the accounts with the app, limited to those that the member may use. */
export async function fetchInstalledAccounts(call: CallOptions): Promise<string[]> {
  const answer = await askGithub('installations', '/user/installations?per_page=100', call)
  const { installations } = (await answer.json()) as {
    installations: { account: { login: string } | null; suspended_at: string | null }[]
  }

  return installations.flatMap(({ account, suspended_at }) =>
    account && !suspended_at ? account.login : [],
  )
}

/** The id of a user or an organisation. */
export async function fetchAccountId(login: string, call: CallOptions): Promise<number> {
  const answer = await askGithub('account', `/users/${encodeURIComponent(login)}`, call)

  return ((await answer.json()) as { id: number }).id
}

export async function fetchCommits(fullName: string, call: CallOptions): Promise<GithubCommit[]> {
  return (await askGithub('commits', commitsPath(fullName), call)).json()
}
