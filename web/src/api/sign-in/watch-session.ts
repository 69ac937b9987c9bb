import { carriesAuthAnswer, withoutAuthAnswer } from '#api/session/auth-answer.ts'
import { identityClient } from '#api/session/identity-client.ts'
import { answerErrorStore, sessionStore } from '#api/session/session.ts'
import { hasStoredSession } from '#api/session/stored-session.ts'
import { followSession } from './recognise-session.ts'

let watching: Promise<void> | null = null

/** Lets the identity client read the URL and the storage, then listens to it. Runs only once. */
export function watchSession(): Promise<void> {
  watching ??= begin()
  return watching
}

/** Renews an expired session, then updates the session store. */
export async function renewSession(): Promise<void> {
  const { data, error } = await identityClient().getSession()

  // A revoked session is removed from storage, which is not an error.
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

/** Tokens and errors must not end up in bookmarks. The client leaves an empty hash. */
function cleanAddress(): void {
  const { pathname, hash, href } = location
  if (!carriesAuthAnswer(location) && !(href.endsWith('#') && hash === '')) return

  history.replaceState(history.state, '', pathname + withoutAuthAnswer(location))
}
