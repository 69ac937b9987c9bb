import { CodedError } from '#api/errors/coded-error.ts'
import { openIdentity } from './identity.ts'

/** An empty `current` means none: members without a password, or signed in by mail link, cannot enter one. */
export async function changePassword(password: string, current: string): Promise<void> {
  const auth = await openIdentity()
  const { data } = await auth.getSession()
  if (!data.session) throw new CodedError('no_session_for_password')

  const { error } = await auth.updateUser({
    password,
    ...(current !== '' && { current_password: current }),
  })
  if (error) throw error
}
