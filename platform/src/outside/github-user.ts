import * as z from 'zod/mini'
import type { GithubApi } from './github-api.ts'
import { ProviderError } from './provider-error.ts'

const user = z.looseObject({
  /** The only attribute of a user that never changes. */
  id: z.int(),
  login: z.string(),
  name: z.nullish(z.string()),
  email: z.nullish(z.string()),
  avatar_url: z.nullish(z.string()),
})

const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export type GithubUser = z.infer<typeof user>

export async function fetchGithubUser(api: GithubApi, accessToken: string): Promise<GithubUser> {
  const { status, body } = await api.get('/user', accessToken)
  const read = z.safeParse(user, body)
  if (status === 200 && read.success) return read.data

  throw new ProviderError('github', 'unavailable', `answered ${status} without a user`)
}

/**
 * The primary address. An app without permission to read addresses sees at most the profile's public address, which counts as unverified.
 */
export async function fetchGithubEmail(
  api: GithubApi,
  accessToken: string,
  { email: shown }: GithubUser,
): Promise<{ email: string | null; emailVerified: boolean }> {
  const { status, body } = await api.get('/user/emails?per_page=100', accessToken)
  if (status === 403 || status === 404) return { email: shown || null, emailVerified: false }
  const read = z.safeParse(emails, body)
  if (status !== 200 || !read.success) {
    throw new ProviderError('github', 'unavailable', `answered ${status} without addresses`)
  }
  const primary = read.data.find((one) => one.primary)

  return { email: primary?.email || null, emailVerified: primary?.verified ?? false }
}
