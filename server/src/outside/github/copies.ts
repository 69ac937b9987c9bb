import type { GithubApi } from '@app/platform/outside/github-api.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import * as z from 'zod/mini'

const repository = z.object({
  id: z.int(),
  full_name: z.string(),
  description: z.nullish(z.string()),
  private: z.boolean(),
})

const branch = z.object({
  commit: z.object({ commit: z.object({ tree: z.object({ sha: z.string() }) }) }),
})

export type FoundCopy = { id: number; fullName: string; description: string; isPrivate: boolean }

/** The id is permanent; the name is used only until the id is known. */
type CopyPlace = { id: string | null; fullName: string }

export type GithubCopies = {
  /** null: it does not exist, or this token may not see it. Without a token: public data. */
  find(token: string | null, place: CopyPlace): Promise<FoundCopy | null>
  /** Returns false if GitHub refused. */
  setPrivate(token: string, fullName: string, isPrivate: boolean): Promise<boolean>
  /** Returns false if GitHub refused. A missing one counts as deleted. */
  remove(token: string, fullName: string): Promise<boolean>
  /** The SHA of the root tree; null if the branch does not exist. */
  treeOf(token: string, fullName: string, branch: string): Promise<string | null>
}

/** Temporary copies of private repositories. */
export const openCopies = (api: GithubApi): GithubCopies => ({
  find: async (token, { id, fullName }) => {
    const path = id === null ? pathOf(fullName) : `/repositories/${id}`
    const { status, body } = await api.send(path, token, {})
    if (status === 404) return null
    const read = z.safeParse(repository, body)
    if (status !== 200 || !read.success) throw notUnderstood(status)
    const { id: foundId, full_name, description, private: isPrivate } = read.data

    return { id: foundId, fullName: full_name, description: description ?? '', isPrivate }
  },

  setPrivate: async (token, fullName, isPrivate) => {
    const change = { method: 'PATCH', body: { private: isPrivate } }
    const { status } = await api.send(pathOf(fullName), token, change)

    return status === 200
  },

  remove: async (token, fullName) => {
    const { status } = await api.send(pathOf(fullName), token, { method: 'DELETE' })

    return status === 204 || status === 404
  },

  treeOf: async (token, fullName, name) => {
    const path = `${pathOf(fullName)}/branches/${name.split('/').map(encodeURIComponent).join('/')}`
    const { status, body } = await api.get(path, token)
    if (status === 404) return null
    const read = z.safeParse(branch, body)
    if (status !== 200 || !read.success) throw notUnderstood(status)

    return read.data.commit.commit.tree.sha
  },
})

const pathOf = (fullName: string) =>
  `/repos/${fullName.split('/').map(encodeURIComponent).join('/')}`

const notUnderstood = (status: number) =>
  new ProviderError('github', 'unavailable', `answered ${status} about a temporary copy`)
