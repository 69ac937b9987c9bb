import { carriesAuthAnswer } from '#api/session/auth-answer.ts'
import { followEnding } from '#api/session/ended-session.ts'
import { sessionStore } from '#api/session/session.ts'
import {
  freshSession,
  hasStoredSession,
  storageKey,
  timeLeftMs,
} from '#api/session/stored-session.ts'

/**
 * The identity client is a seventh of all code, so only signing in, renewing or changing a session loads it.
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

/** The session may have ended elsewhere while the tab was hidden. One call suffices: `watchedFetch` detects a refusal. */
async function checkSession(): Promise<void> {
  const isHere = document.visibilityState === 'visible' && sessionStore.get().status === 'member'
  if (!isHere || !freshSession() || Date.now() - lastCheck < CHECK_INTERVAL_MS) return
  lastCheck = Date.now()

  try {
    const { askIdentity } = await import('./ask-identity.ts')
    await askIdentity('user')
  } catch {
    // The server is unreachable, or the refusal was already handled.
  }
}

/** A browser fires a timer with a longer delay immediately. A clock that was set back can cause one. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Reads the session from storage, regardless of the tab that wrote it. */
export async function readSession(): Promise<void> {
  const fresh = freshSession()

  if (fresh) {
    setTimeout(watch, Math.min(timeLeftMs(fresh), LONGEST_TIMER_MS))
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
