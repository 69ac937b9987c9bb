import { CodedError } from '#api/errors/coded-error.ts'
import { forgetTab, readTab, writeTab } from '#browser/storage.ts'
import { openIdentity } from './identity.ts'

/** In this tab the member has just typed a password, which a passkey could replace. */
const PASSWORD_MARK = 'signed-in-by-password'

/** True once after each sign-in by password. */
export function takePasswordMark(): boolean {
  const isMarked = readTab(PASSWORD_MARK) !== null
  forgetTab(PASSWORD_MARK)

  return isMarked
}

export type Provider = 'github' | 'google'

export const PROVIDER_NAMES: Record<Provider, string> = { github: 'GitHub', google: 'Google' }

export async function signIn(email: string, password: string): Promise<void> {
  const auth = await openIdentity()
  const { error } = await auth.signInWithPassword({ email, password })

  if (error) throw error
  writeTab(PASSWORD_MARK, '1')
}

/** Navigates away from the page. */
export async function signInThrough(provider: Provider, redirectTo: string): Promise<void> {
  const auth = await openIdentity()
  // Checked first, so that a disabled provider is reported here instead of on a plain server page.
  const { askIdentity } = await import('./ask-identity.ts')
  const { external } = await askIdentity<Settings>('settings')
  if (!external[provider]) throw new CodedError('provider_disabled')

  const { error } = await auth.signInWithOAuth({ provider, options: { redirectTo } })
  if (error) throw error
}

type Settings = { external: Record<string, boolean | undefined> }

export async function verifyCode(factorId: string, code: string): Promise<void> {
  const auth = await openIdentity()
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code })

  if (error) throw error
}

/** Used instead of an app's code, by members who lost their device. */
export async function verifyRecoveryCode(code: string): Promise<void> {
  const auth = await openIdentity()
  const { redeemRecoveryCode } = await import('./recovery-codes.ts')
  const { error } = await auth.setSession(await redeemRecoveryCode(code))

  if (error) throw error
}

/** Ends a session that lacks its second factor. */
export async function cancelSignIn(): Promise<void> {
  const auth = await openIdentity()

  await auth.signOut({ scope: 'local' })
}
