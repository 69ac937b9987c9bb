import { readStored } from '#config/browser-storage.ts'
import { carriesAuthAnswer } from './auth-answer.ts'
import { sessionStore } from './session.ts'
import { sessionStorageKey } from './session-storage-key.ts'

/** The identity client is a third of all code: a visitor who never signs in never downloads it. */
export function startSession(): void {
  const key = sessionStorageKey(location.hostname)

  if (readStored(key) !== null || carriesAuthAnswer(location)) return void watch()

  sessionStore.set({ status: 'visitor' })
  addEventListener('storage', function signedInElsewhere(event) {
    if (event.key !== key || event.newValue === null) return
    removeEventListener('storage', signedInElsewhere)
    void watch()
  })
}

async function watch(): Promise<void> {
  try {
    const { watchSession } = await import('./watch-session.ts')
    await watchSession()
  } catch (error) {
    sessionStore.set({ status: 'failed', error })
  }
}
