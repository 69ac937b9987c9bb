import { openIdentity } from './identity.ts'
import { rememberRequestedAddress } from './requested-address.ts'

export async function sendPasswordReset(email: string, redirectTo: string): Promise<void> {
  const auth = await openIdentity()
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo })

  if (error) throw error
  rememberRequestedAddress(email)
}

export async function resendConfirmation(email: string, redirectTo: string): Promise<void> {
  const auth = await openIdentity()
  const options = { emailRedirectTo: redirectTo }
  const { error } = await auth.resend({ type: 'signup', email, options })

  if (error) throw error
  rememberRequestedAddress(email)
}
