import type { Database } from '@app/contract/rows'
import { createStore, useStore } from './store.ts'

export type Profile = Pick<
  Database['public']['Tables']['users']['Row'],
  'id' | 'email' | 'display_name' | 'role' | 'avatar_url'
>

export type Member = {
  status: 'member'
  id: string
  email: string
  profile: Profile | null
  /** Signed in by a mail link: such members may set a password without the old one. */
  cameByMail: boolean
  /** The company whose sign-in the account belongs to, by its domain. */
  company?: string
}

/** What the member can sign in with besides the password; recovery codes always. */
export type HeldFactor = { id: string; kind: 'app' | 'key'; name: string }

export type Session =
  | { status: 'loading' }
  | { status: 'visitor' }
  /** The second factor is missing: counts as signed out everywhere except at the login. */
  | { status: 'half-way'; email: string; factors: HeldFactor[] }
  | Member
  /** A session exists, but its profile could not be loaded. */
  | { status: 'failed'; error: unknown }

const LOADING: Session = { status: 'loading' }

export const sessionStore = createStore<Session>(LOADING)

export function useSession(): Session {
  return useStore(sessionStore, LOADING)
}

/** For components behind the guard for members. */
export function useMember(): Member {
  const session = useSession()

  if (session.status !== 'member') throw new Error('useMember needs a guard above it')
  return session
}

/** An error that the identity service put into the URL, until it was shown. */
export const answerErrorStore = createStore<Error | null>(null)

export function useAnswerError(): Error | null {
  return useStore(answerErrorStore, null)
}
