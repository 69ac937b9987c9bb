import type { Clock } from '@app/platform/clock/clock.ts'
import { type GithubApi, openGithubApi } from '@app/platform/outside/github-api.ts'
import { type GithubOAuth, openGithubOAuth } from '@app/platform/outside/github-oauth.ts'
import { fetchGithubUser, type GithubUser } from '@app/platform/outside/github-user.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { requireSafeAddress } from '@app/platform/outside/safe-address.ts'
import type { Host } from '@app/sync/host'
import * as z from 'zod/mini'
import {
  type InstallationToken,
  openAppProof,
  openInstallationTokens,
  type Restriction,
} from './app-token.ts'
import { type GithubCopies, openCopies } from './copies.ts'
import {
  fetchInstallations,
  fetchInstalledRepositories,
  type Installation,
  type InstalledRepository,
} from './installations.ts'
import { openRepositoryIssues, type RepositoryIssues } from './issues.ts'
import { type AskToken, openSyncHost, type SyncSettings } from './sync-host.ts'

/** The GitHub calls that connections need. Each has a time limit and fails with `ProviderError`. */
export type Github = GithubOAuth &
  GithubGrants & {
    clientId: string
    /** null: the app's name in GitHub's URLs is not configured. */
    installUrl(state: string): string | null
    userOf(accessToken: string): Promise<GithubUser>
    installationsOf(accessToken: string): Promise<Installation[]>
    installedRepositories(accessToken: string, id: number): Promise<InstalledRepository[]>
    /** Whether this user may read the repository at GitHub. */
    canRead(accessToken: string, fullName: string): Promise<boolean>
    repository(accessToken: string, fullName: string): Promise<RepositoryAnswer>
    /** The number of requests left for this token in the current hour. */
    callsLeft(accessToken: string): Promise<number>
    copies: GithubCopies
    /** For the sync engine, with a token of a member. */
    syncHost(token: AskToken): Host
    /** For the engine in a separate thread. */
    syncSettings: SyncSettings
    /** The URL of a repository's page. */
    pageOf(fullName: string): string
    /** null: the app's id or key is not configured. */
    installationToken:
      | ((id: number, restriction: Restriction | null) => Promise<InstallationToken | null>)
      | null
    /** null under the same condition. */
    issuesOf: ((fullName: string) => RepositoryIssues) | null
  }

export type GithubConnectionSettings = {
  webUrl: string
  userAgent: string
  apiUrl: string
  clientId: string
  clientSecret: string
  limitMs: number
  app: { id: string | null; slug: string | null; privateKey: string | null }
}

/** A renewed pair is lost if its answer does not arrive, so this call has a longer limit. */
const TOKEN_LIMIT_MS = 10_000

export function openGithub(settings: GithubConnectionSettings, clock: Clock): Github {
  const { webUrl, apiUrl, userAgent, clientId, clientSecret, limitMs, app } = settings
  requireSafeAddress('GITHUB_WEB_URL', webUrl)
  requireSafeAddress('GITHUB_API_URL', apiUrl)
  const api = openGithubApi({ url: apiUrl, userAgent, limitMs, clock })
  const { id: appId, slug, privateKey } = app

  return {
    clientId,
    ...openGithubOAuth({
      webUrl,
      userAgent,
      clientId,
      clientSecret,
      limitMs: TOKEN_LIMIT_MS,
      clock,
    }),
    ...openGithubGrants({ api, clientId, clientSecret }),
    installUrl: (state) =>
      slug &&
      `${webUrl}/apps/${encodeURIComponent(slug)}/installations/new?${new URLSearchParams({ state })}`,
    userOf: (accessToken) => fetchGithubUser(api, accessToken),
    installationsOf: (accessToken) => fetchInstallations(api, accessToken),
    canRead: async (accessToken, fullName) =>
      (await api.get(`/repos/${fullName}`, accessToken)).status === 200,
    ...openRepositories(api),
    copies: openCopies(api),
    syncHost: (token) => openSyncHost({ apiUrl, webUrl, userAgent }, token),
    syncSettings: { apiUrl, webUrl, userAgent },
    pageOf: (fullName) => `${webUrl}/${fullName}`,
    installedRepositories: (accessToken, id) => fetchInstalledRepositories(api, accessToken, id),
    ...(appId && privateKey
      ? asApp({ api, appId, privateKey, clock })
      : { installationToken: null, issuesOf: null }),
  }
}

function asApp(settings: Parameters<typeof openInstallationTokens>[0]) {
  const installationToken = openInstallationTokens(settings)
  const appProof = openAppProof(settings)

  return {
    installationToken,
    issuesOf: (fullName: string) =>
      openRepositoryIssues({ api: settings.api, fullName, installationToken, appProof }),
  }
}

/** Calls about user tokens, authenticated with the app's secret. */
type GithubGrants = {
  /** False when GitHub no longer knows the token. */
  isAlive(accessToken: string): Promise<boolean>
  /** Revokes the user's grant with all of its tokens. */
  revokeGrant(accessToken: string): Promise<void>
  revokeToken(accessToken: string): Promise<void>
}

type Options = { api: GithubApi; clientId: string; clientSecret: string }

function openGithubGrants({ api, clientId, clientSecret }: Options): GithubGrants {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')

  const send = async (method: string, what: 'token' | 'grant', accessToken: string) => {
    const path = `/applications/${encodeURIComponent(clientId)}/${what}`
    const body = { access_token: accessToken }
    const { status } = await api.send(path, credentials, { method, body, scheme: 'Basic' })
    if (![200, 204, 404, 422].includes(status)) {
      throw new ProviderError('github', 'unavailable', `answered ${status} about a ${what}`)
    }
    return status
  }

  return {
    isAlive: async (accessToken) => (await send('POST', 'token', accessToken)) === 200,
    // For an unknown token there is nothing to revoke.
    revokeGrant: async (accessToken) => void (await send('DELETE', 'grant', accessToken)),
    revokeToken: async (accessToken) => void (await send('DELETE', 'token', accessToken)),
  }
}

/** `missing`: it does not exist, or this token may not see it. */
type RepositoryAnswer =
  | { kind: 'found'; isPrivate: boolean }
  | { kind: 'missing' }
  | { kind: 'refused' }

const repository = z.object({ private: z.boolean() })
const limits = z.object({ resources: z.object({ core: z.object({ remaining: z.int() }) }) })

/** Reads single repositories with a member's token. */
const openRepositories = (api: GithubApi) => ({
  repository: async (accessToken: string, fullName: string): Promise<RepositoryAnswer> => {
    const { status, body } = await api.get(`/repos/${pathOf(fullName)}`, accessToken)
    if (status === 404) return { kind: 'missing' }
    if (status === 403 || status === 451) return { kind: 'refused' }
    const read = z.safeParse(repository, body)
    if (status !== 200 || !read.success) throw notUnderstood(status)

    return { kind: 'found', isPrivate: read.data.private }
  },

  callsLeft: async (accessToken: string): Promise<number> => {
    const { status, body } = await api.get('/rate_limit', accessToken)
    const read = z.safeParse(limits, body)
    if (status !== 200 || !read.success) throw notUnderstood(status)

    return read.data.resources.core.remaining
  },
})

/** Members entered the names, so they must not lead to another endpoint. */
const pathOf = (fullName: string) => fullName.split('/').map(encodeURIComponent).join('/')

const notUnderstood = (status: number) =>
  new ProviderError('github', 'unavailable', `answered ${status} about a repository`)
