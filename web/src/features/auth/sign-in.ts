import { CodedError } from '#api/coded-error.ts'
import { openIdentity } from '#api/identity.ts'

export type Provider = 'github' | 'google'

export const PROVIDER_NAMES: Record<Provider, string> = { github: 'GitHub', google: 'Google' }

export async function signIn(email: string, password: string): Promise<void> {
  const auth = await openIdentity()
  const { error } = await auth.signInWithPassword({ email, password })

  if (error) throw error
}

/** Leaves the page. */
export async function signInThrough(provider: Provider, redirectTo: string): Promise<void> {
  const auth = await openIdentity()
  await assertOffered(provider)
  const { error } = await auth.signInWithOAuth({ provider, options: { redirectTo } })

  if (error) throw error
}

/** Asked first, so that a provider that is switched off, or a server out of reach, is told of here and not on a bare page. */
async function assertOffered(provider: Provider): Promise<void> {
  const { identitySettings } = await import('#api/identity-settings.ts')
  const { external } = await identitySettings()

  if (!external[provider]) throw new CodedError('provider_disabled')
}
