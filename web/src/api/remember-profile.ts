import { type Profile, sessionStore } from './session.ts'

/** What a member has just changed about himself, for the header and whoever else shows it. */
export function rememberProfile(change: Partial<Profile>): void {
  const session = sessionStore.get()
  if (session.status !== 'member' || !session.profile) return

  sessionStore.set({ ...session, profile: { ...session.profile, ...change } })
}
