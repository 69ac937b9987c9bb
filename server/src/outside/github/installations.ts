import type { GithubApi } from '@app/platform/outside/github-api.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { webAddress } from '@app/platform/outside/web-address.ts'
import * as z from 'zod/mini'

const installation = z.object({
  id: z.int(),
  account: z.nullish(z.object({ id: z.int(), login: z.nullish(z.string()) })),
  permissions: z.nullish(z.record(z.string(), z.string())),
  suspended_at: z.nullish(z.string()),
  suspended_by: z.nullish(z.object({ login: z.string() })),
  html_url: z.nullish(z.string()),
})
const installations = z.object({ installations: z.array(installation) })

const repository = z.object({
  id: z.int(),
  full_name: z.string(),
  permissions: z.nullish(z.object({ push: z.optional(z.boolean()) })),
})
const repositories = z.object({ repositories: z.array(repository) })

export type Installation = {
  id: number
  accountId: number | null
  /** Whether the app may create and delete repositories there. */
  canAdminister: boolean
  /** It gives access to nothing while it is suspended. */
  suspension: Suspension | null
}
export type Suspension = {
  account: string | null
  /** Who can release it; null: GitHub has suspended the app, and releases it itself. */
  by: string | null
  /** GitHub's page of the installation. */
  url: string | null
}
export type InstalledRepository = { id: number; fullName: string; canPush: boolean }

/** Installations of our app that this user can access, according to GitHub. */
export async function fetchInstallations(
  api: GithubApi,
  accessToken: string,
): Promise<Installation[]> {
  const { status, body } = await api.get('/user/installations?per_page=100', accessToken)
  // OAuth App tokens have no installations.
  if (status === 403 || status === 404) return []
  const read = z.safeParse(installations, body)
  if (status !== 200 || !read.success) {
    throw new ProviderError('github', 'unavailable', `answered ${status} without installations`)
  }

  return read.data.installations.map((one) => ({
    id: one.id,
    accountId: one.account?.id ?? null,
    canAdminister: one.permissions?.administration === 'write',
    suspension: suspensionOf(one),
  }))
}

const suspensionOf = ({
  account,
  suspended_at,
  suspended_by,
  html_url,
}: z.infer<typeof installation>): Suspension | null =>
  suspended_at
    ? {
        account: account?.login ?? null,
        by: suspended_by?.login ?? null,
        url: webAddress(html_url),
      }
    : null

/** Repositories of an installation that this user can see, one page at most. */
export async function fetchInstalledRepositories(
  api: GithubApi,
  accessToken: string,
  installationId: number,
): Promise<InstalledRepository[]> {
  const path = `/user/installations/${installationId}/repositories?per_page=100`
  const { status, body } = await api.get(path, accessToken)
  const read = z.safeParse(repositories, body)
  if (status !== 200 || !read.success) {
    throw new ProviderError('github', 'unavailable', `answered ${status} without repositories`)
  }

  return read.data.repositories.map(({ id, full_name, permissions }) => ({
    id,
    fullName: full_name,
    canPush: permissions?.push ?? false,
  }))
}
