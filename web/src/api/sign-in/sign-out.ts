import { openIdentity } from './identity.ts'

/** Ends the session of this browser only: signing out everywhere would end the extension's session too. */
export async function signOut(): Promise<void> {
  const auth = await openIdentity()
  const { error } = await auth.signOut({ scope: 'local' })

  if (error) throw error
}
