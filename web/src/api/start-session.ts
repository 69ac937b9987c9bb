import { carriesAuthAnswer } from './auth-answer.ts'
import { followEnding } from './ended-session.ts'
import { sessionStore } from './session.ts'
import { freshSession, hasStoredSession, storageKey, timeLeftMs } from './stored-session.ts'

/**
 * The identity client is a seventh of all code: a visitor who never signs in never downloads it, and a member only
 * when his session has to be renewed or changed.
 */
export function startSession(): void {
  addEventListener('storage', ({ key }) => {
    if (key === storageKey()) void readSession()
  })
  addEventListener('online', () => {
    if (sessionStore.get().status === 'failed') void readSession()
  })

  addEventListener('focus', checkSession)
  document.addEventListener('visibilitychange', checkSession)

  void (carriesAuthAnswer(location) ? watch() : readSession())
}

const CHECK_INTERVAL_MS = 10_000
let lastCheck = 0

/** Whoever comes back to this tab may have been signed out elsewhere: one call, whose refusal `watchedFetch` notices. */
async function checkSession(): Promise<void> {
  const isHere = document.visibilityState === 'visible' && sessionStore.get().status === 'member'
  if (!isHere || !freshSession() || Date.now() - lastCheck < CHECK_INTERVAL_MS) return
  lastCheck = Date.now()

  try {
    const { askIdentity } = await import('./ask-identity.ts')
    await askIdentity('user')
  } catch {
    // Out of reach, or refused and noticed.
  }
}

/** Who is here, according to what lies in the storage: put there by this tab, another one, or yesterday. */
export async function readSession(): Promise<void> {
  const fresh = freshSession()

  if (fresh) {
    setTimeout(watch, timeLeftMs(fresh))
    return follow(fresh)
  }
  if (hasStoredSession()) return watch()

  followEnding()
}

async function follow(session: NonNullable<ReturnType<typeof freshSession>>): Promise<void> {
  await orFail(async () => {
    const { followSession } = await import('./recognise-session.ts')
    await followSession(session)
  })
}

async function watch(): Promise<void> {
  await orFail(async () => {
    const { renewSession, watchSession } = await import('./watch-session.ts')
    await watchSession()
    await renewSession()
  })
}

async function orFail(action: () => Promise<void>): Promise<void> {
  try {
    await action()
  } catch (error) {
    sessionStore.set({ status: 'failed', error })
  }
}
