import { forgetStored, readStored, writeStored } from '#config/browser-storage.ts'
import { sessionStore } from './session.ts'
import { createStore, useStore } from './store.ts'
import { storageKey } from './stored-session.ts'

/** Why a session is over that nobody in this browser has signed out of. */
export type Ending = 'signedOut' | 'banned' | 'deleted'

/** For the other tabs: a session that is gone from the storage without it was signed out of by hand. */
const MARK = 'session-ended'

const endingStore = createStore<Ending | null>(null)

export function useEnding(): Ending | null {
  return useStore(endingStore, null)
}

/** The server no longer knows the session. Who was signed in stays on the screen until `becomeVisitor`, so nothing typed is lost. */
export function noteEnding(ending: Ending): void {
  writeStored(MARK, ending)
  forgetStored(storageKey())
  endingStore.set(ending)
}

/** There is no session in the storage any more. */
export function followEnding(): void {
  const ending = endingStore.get() ?? (readStored(MARK) as Ending | null)

  if (ending && sessionStore.get().status === 'member') endingStore.set(ending)
  else becomeVisitor()
}

export function becomeVisitor(): void {
  sessionStore.set({ status: 'visitor' })
}

/** Somebody is signed in again. */
export function forgetEnding(): void {
  forgetStored(MARK)
  endingStore.set(null)
}
