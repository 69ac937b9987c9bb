import { BackendError, openBackend } from '@app/backend-client/backend'
import { config } from '#config/config.ts'
import { note } from '#store/log.ts'
import { local, session as passing } from '#store/storage.ts'
import { setAlarms } from './alarms.ts'
import { announce } from './announce.ts'
import { hasSecondFactor } from './second-factor.ts'
import { showSession } from './session-signs.ts'

/** Our server, with the extension's own session. */
export const backend = openBackend({
  apiUrl: config.apiUrl,
  publishableKey: config.publishableKey,
  fetch: (input, init) => fetch(input, init),
  now: () => Date.now(),
  store: {
    read: () => local.read('session'),
    write: async (session) => {
      await local.write('session', session)
      announce()
      await setAlarms()
      await showSession()
    },
  },
})

/** The session, unless it has ended. */
export async function openSession() {
  const session = await local.read('session')

  return session && !session.isEnded ? session : null
}

/** The site's session becomes one of our own, unless the person has signed out here. */
export async function takeSiteSession(accessToken: string): Promise<boolean> {
  return navigator.locks.request('session', async () => {
    if (await local.read('isSignedOutHere')) return false
    const lacksFactor = (await local.read('signInTrouble')) === 'second_factor'
    if (lacksFactor ? !hasSecondFactor(accessToken) : await openSession()) return false
    try {
      // One that was opened without the second factor stays so.
      if (lacksFactor) await backend.forgetSession().catch(() => undefined)
      await backend.pickUpSession(accessToken)
    } catch (error) {
      await note(`session: not picked up (${codeOf(error)})`)
      return false
    }
    await local.write('signInTrouble', null)
    await forgetAnswers()
    await note('session: picked up')
    return true
  })
}

/** Called after a refusal: shows what the user can do about it. */
export async function noteRefusal(error: unknown): Promise<void> {
  if (codeOf(error) !== 'insufficient_aal') return
  await local.write('signInTrouble', 'second_factor')
  announce()
}

/** At the user's request the site's login opens, and its session is used. */
export async function signIn(): Promise<void> {
  await local.write('isSignedOutHere', false)
  await chrome.tabs.create({ url: `${config.siteUrl}/login` })
}

export async function signOut(): Promise<void> {
  await local.write('isSignedOutHere', true)
  await local.write('signInTrouble', null)
  await forgetAnswers()
  await backend.forgetSession().catch(() => undefined)
  await note('session: signed out here')
  announce()
}

/** Answers to one session are not reused for another. */
async function forgetAnswers(): Promise<void> {
  await passing.write('githubToken', null)
  await passing.write('plan', null)
}

const RENEW_BEFORE_MS = 5 * 60_000

/** Before its end, so that no push has to wait for it. */
export async function renewInTime(): Promise<void> {
  const session = await openSession()
  if (session && session.expiresAt - Date.now() <= RENEW_BEFORE_MS) {
    await backend.renewSession().catch((error) => note(`session: not renewed (${codeOf(error)})`))
  }
  // Also after a refusal that passes: the next try comes a minute later.
  await setAlarms()
}

export const codeOf = (error: unknown): string =>
  error instanceof BackendError ? error.code || String(error.status) : 'no answer'
