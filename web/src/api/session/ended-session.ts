import { forgetStored, readStored, writeStored } from '#browser/storage.ts'
import { sessionStore } from './session.ts'
import { createStore, useStore } from './store.ts'
import { storageKey } from './stored-session.ts'

/** Why a session ended without a sign-out in this tab. */
export type Ending = 'signedOut' | 'banned' | 'deleted' | 'inOtherTab'

/** For other tabs: without this mark, a session that is gone from the storage ended by a sign-out. */
const MARK = 'session-ended'

const endingStore = createStore<Ending | null>(null)

export function useEnding(): Ending | null {
  return useStore(endingStore, null)
}

/** The server no longer knows the session. The screen stays until `becomeVisitor`, so that nothing typed is lost. */
export function noteEnding(ending: Ending): void {
  writeStored(MARK, ending)
  forgetStored(storageKey())
  endingStore.set(ending)
}

/** The session is gone from the storage. */
export function followEnding(): void {
  const ending = endingStore.get() ?? (readStored(MARK) as Ending | null)

  // The screen decides: something typed or a running push would be lost.
  if (sessionStore.get().status === 'member') endingStore.set(ending ?? 'inOtherTab')
  else becomeVisitor()
}

export function becomeVisitor(): void {
  // Whoever signed out themselves needs no reason at the login.
  if (endingStore.get() === 'inOtherTab') endingStore.set(null)
  sessionStore.set({ status: 'visitor' })
}

/** A member has signed in again. */
export function forgetEnding(): void {
  forgetStored(MARK)
  endingStore.set(null)
}
