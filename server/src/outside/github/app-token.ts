import { createPrivateKey } from 'node:crypto'
import { type Clock, secondsNow } from '@app/platform/clock/clock.ts'
import type { GithubApi } from '@app/platform/outside/github-api.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { SignJWT } from 'jose'
import * as z from 'zod/mini'

const installationToken = z.object({
  token: z.string().check(z.minLength(1)),
  expires_at: z.string(),
  permissions: z.optional(z.record(z.string(), z.string())),
  repository_selection: z.optional(z.string()),
  repositories: z.optional(z.array(z.object({ full_name: z.string() }))),
})

export type InstallationToken = {
  token: string
  expiresAt: string
  permissions: Record<string, string>
  repositories: 'all' | string[]
}

/** A subset of the installation's permissions. */
export type Restriction = { repositoryIds: number[]; permissions: Record<string, string> }

type Options = { api: GithubApi; appId: string; privateKey: string; clock: Clock }

/** Installation tokens. null: GitHub no longer knows the installation. */
export function openInstallationTokens({ api, appId, privateKey, clock }: Options) {
  const appProof = openAppProof({ appId, privateKey, clock })

  return async (
    installationId: number,
    restriction: Restriction | null,
  ): Promise<InstallationToken | null> => {
    const { status, body } = await api.send(
      `/app/installations/${installationId}/access_tokens`,
      await appProof(),
      { method: 'POST', body: restriction ? restrictionBody(restriction) : {} },
    )
    if (status === 404) return null
    const read = z.safeParse(installationToken, body)
    if (status !== 201 || !read.success) {
      throw new ProviderError('github', 'unavailable', `answered ${status} without a token`)
    }

    const { token, expires_at, permissions = {}, repository_selection, repositories } = read.data
    const isAll = repository_selection !== 'selected'
    return {
      token,
      expiresAt: expires_at,
      permissions,
      repositories: isAll ? 'all' : (repositories ?? []).map(({ full_name }) => full_name),
    }
  }
}

const MINUTE_S = 60

/** The app's own credentials. GitHub allows ten minutes; one minute is reserved for clock skew. */
export function openAppProof({ appId, privateKey, clock }: Omit<Options, 'api'>) {
  const key = createPrivateKey(privateKey)

  return (): Promise<string> => {
    const nowS = secondsNow(clock)

    return new SignJWT({ iss: appId, iat: nowS - MINUTE_S, exp: nowS + 8 * MINUTE_S })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(key)
  }
}

const restrictionBody = ({ repositoryIds, permissions }: Restriction) => ({
  repository_ids: repositoryIds,
  permissions,
})
