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
  /** Came by a mail link: such a member may set a password without knowing the old one. */
  cameByMail: boolean
}

export type Session =
  | { status: 'loading' }
  | { status: 'visitor' }
  /** The password was right and the second factor is still missing: counts as signed out everywhere but on the way in. */
  | { status: 'half-way'; email: string; factorId: string }
  | Member
  /** There is a session, but the server cannot be asked about it. */
  | { status: 'failed'; error: unknown }

const LOADING: Session = { status: 'loading' }

export const sessionStore = createStore<Session>(LOADING)

export function useSession(): Session {
  return useStore(sessionStore, LOADING)
}

/** For whatever lies behind the guard of the members' area. */
export function useMember(): Member {
  const session = useSession()

  if (session.status !== 'member') throw new Error('useMember needs a guard above it')
  return session
}

/** What the identity service has answered in the address, until somebody has read it out. */
export const answerErrorStore = createStore<Error | null>(null)

export function useAnswerError(): Error | null {
  return useStore(answerErrorStore, null)
}
