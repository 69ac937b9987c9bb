import { openIdentity } from './identity.ts'

/** Ends only this browser's session: signing out everywhere would end the extension's session too. */
export async function signOut(): Promise<void> {
  const auth = await openIdentity()
  const { error } = await auth.signOut({ scope: 'local' })

  if (error) throw error
}
