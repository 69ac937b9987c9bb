import { carriesAuthAnswer, withoutAuthAnswer } from '#api/session/auth-answer.ts'
import { identityClient } from '#api/session/identity-client.ts'
import { answerErrorStore, sessionStore } from '#api/session/session.ts'
import { hasStoredSession } from '#api/session/stored-session.ts'
import { followSession } from './recognise-session.ts'

let watching: Promise<void> | null = null

/** Lets the identity client read the address and the storage, then listens to it. Runs once, however often it is called. */
export function watchSession(): Promise<void> {
  watching ??= begin()
  return watching
}

/** Updates the session store, after renewing an expired session. */
export async function renewSession(): Promise<void> {
  const { data, error } = await identityClient().getSession()

  // A session that was refused for good is gone from the storage, which is no failure.
  if (error && hasStoredSession()) sessionStore.set({ status: 'failed', error })
  else await followSession(data.session)
}

async function begin(): Promise<void> {
  const auth = identityClient()
  const { error } = await auth.initialize()

  if (error) answerErrorStore.set(error)
  cleanAddress()
  auth.onAuthStateChange((event, tokens) => {
    if (event !== 'INITIAL_SESSION') void followSession(tokens)
  })
}

/** Tokens and errors that have been read must not end up in bookmarks. The client leaves an empty hash behind. */
function cleanAddress(): void {
  const { pathname, hash, href } = location
  if (!carriesAuthAnswer(location) && !(href.endsWith('#') && hash === '')) return

  history.replaceState(history.state, '', pathname + withoutAuthAnswer(location))
}
