import { forgetStored, readStored, writeStored } from '#browser/storage.ts'
import { sessionStore } from './session.ts'
import { createStore, useStore } from './store.ts'
import { storageKey } from './stored-session.ts'

/** Why a session ended without a sign-out in this tab. */
export type Ending = 'signedOut' | 'banned' | 'deleted' | 'inOtherTab' | 'addressChanged'

/** A mark for other tabs: without it, a session missing from storage ended by a sign-out. */
const MARK = 'session-ended'

/** Set by a development server that redirected the browser from an IP address to localhost, without a session there. */
const ADDRESS_COOKIE = 'address-changed=1'

const endingStore = createStore<Ending | null>(null)

export function useEnding(): Ending | null {
  return useStore(endingStore, null)
}

/** The server no longer knows the session. The screen stays until `becomeVisitor`, so that typed text is not lost. */
export function noteEnding(ending: Ending): void {
  writeStored(MARK, ending)
  forgetStored(storageKey())
  endingStore.set(ending)
}

/** Called when the session is missing from storage. */
export function followEnding(): void {
  const ending = endingStore.get() ?? (readStored(MARK) as Ending | null)

  // The screen decides, because typed text or a running push would be lost.
  if (sessionStore.get().status === 'member') endingStore.set(ending ?? 'inOtherTab')
  else becomeVisitor()
}

export function becomeVisitor(): void {
  // After the member's own sign-out, the login shows no reason.
  if (endingStore.get() === 'inOtherTab') endingStore.set(null)
  if (document.cookie.includes(ADDRESS_COOKIE)) endingStore.set('addressChanged')
  sessionStore.set({ status: 'visitor' })
}

/** Called when a member has signed in again. */
export function forgetEnding(): void {
  forgetStored(MARK)
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is asynchronous and missing on plain http.
  document.cookie = `${ADDRESS_COOKIE}; path=/; max-age=0`
  endingStore.set(null)
}
