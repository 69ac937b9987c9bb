import type { GithubApi } from '@app/platform/outside/github-api.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import * as z from 'zod/mini'

/** `missing`: it does not exist, or this token may not see it. */
export type RepositoryAnswer =
  | { kind: 'found'; isPrivate: boolean }
  | { kind: 'missing' }
  | { kind: 'refused' }

const repository = z.object({ private: z.boolean() })
const limits = z.object({ resources: z.object({ core: z.object({ remaining: z.int() }) }) })

/** Reads single repositories with a member's token. */
export const openRepositories = (api: GithubApi) => ({
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
