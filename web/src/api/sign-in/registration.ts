import type { Language } from '@app/contract/languages'
import { CodedError } from '#api/errors/coded-error.ts'
import { openIdentity } from './identity.ts'
import { rememberRequestedAddress } from './requested-address.ts'

/** Specification, section 9: how long to wait for the trigger that creates the profile. */
const PROFILE_WAIT_MS = 100

type Registration = {
  displayName: string
  email: string
  password: string
  /** The language of future mails. */
  language: Language
}

/** Resolves to false if the address must be confirmed first. The answer is the same for a registered address. */
export async function register(registration: Registration, redirectTo: string): Promise<boolean> {
  const { displayName, email, password, language } = registration
  const auth = await openIdentity()
  const { data, error } = await auth.signUp({
    email,
    password,
    options: { data: { display_name: displayName, language }, emailRedirectTo: redirectTo },
  })

  if (error) throw error
  if (!data.session) {
    rememberRequestedAddress(email)
    return false
  }

  await assertProfile(data.session.user.id)
  return true
}

/** Confirms the address by the mailed code, and signs in. */
export async function confirmByCode(email: string, token: string): Promise<void> {
  const auth = await openIdentity()
  const { error } = await auth.verifyOtp({ email, token, type: 'signup' })

  if (error) throw error
}

async function assertProfile(id: string): Promise<void> {
  const { findProfile } = await import('./load-profile.ts')

  await new Promise((resolve) => setTimeout(resolve, PROFILE_WAIT_MS))
  if (!(await findProfile(id))) throw new CodedError('profile_missing')
}
