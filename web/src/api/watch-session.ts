import { carriesAuthAnswer, withoutAuthAnswer } from './auth-answer.ts'
import { auth } from './identity-client.ts'
import { followSession } from './recognise-session.ts'
import { answerErrorStore, sessionStore } from './session.ts'
import { hasStoredSession } from './stored-session.ts'

let watching: Promise<void> | null = null

/** Lets the identity client read the address and the storage, and from then on listens to it. Once, however often it is called. */
export function watchSession(): Promise<void> {
  watching ??= begin()
  return watching
}

/** Tells who is here, after renewing the session where it has run out. */
export async function renewSession(): Promise<void> {
  const { data, error } = await auth.getSession()

  // Refused for good, the session is gone from the storage, and that is no failure.
  if (error && hasStoredSession()) sessionStore.set({ status: 'failed', error })
  else await followSession(data.session)
}

async function begin(): Promise<void> {
  const { error } = await auth.initialize()

  if (error) answerErrorStore.set(error)
  cleanAddress()
  auth.onAuthStateChange((event, tokens) => {
    if (event !== 'INITIAL_SESSION') void followSession(tokens)
  })
}

/** Tokens and errors that have been read do not belong into bookmarks. The client leaves an empty hash behind. */
function cleanAddress(): void {
  const { pathname, hash, href } = location
  if (!carriesAuthAnswer(location) && !(href.endsWith('#') && hash === '')) return

  history.replaceState(history.state, '', pathname + withoutAuthAnswer(location))
}
