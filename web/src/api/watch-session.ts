import type { Session as Tokens } from '@supabase/auth-js'
import { carriesAuthAnswer, withoutAuthAnswer } from './auth-answer.ts'
import { auth } from './identity-client.ts'
import { loadProfile } from './load-profile.ts'
import { answerErrorStore, type Session, sessionStore } from './session.ts'
import { claimsOf } from './token-claims.ts'

let watching: Promise<void> | null = null
let lastTurn = 0

/** Finds out who is here and stays attentive: to this page, to the clock and to the other tabs. Once, however often it is called. */
export function watchSession(): Promise<void> {
  watching ??= begin()
  return watching
}

/** Asks again, where the server could not be asked before. */
export async function readSession(): Promise<void> {
  const { data, error } = await auth.getSession()

  if (error) sessionStore.set({ status: 'failed', error })
  else await follow(data.session)
}

async function begin(): Promise<void> {
  const { error } = await auth.initialize()

  if (error) answerErrorStore.set(error)
  cleanAddress()
  await readSession()
  auth.onAuthStateChange((event, tokens) => {
    if (event !== 'INITIAL_SESSION') void follow(tokens)
  })
  addEventListener('online', () => {
    if (sessionStore.get().status === 'failed') void readSession()
  })
}

async function follow(tokens: Tokens | null): Promise<void> {
  lastTurn += 1
  const turn = lastTurn
  const next = await recognise(tokens)

  // Whoever signs out while his profile is on its way stays signed out.
  if (turn === lastTurn) sessionStore.set(next)
}

async function recognise(tokens: Tokens | null): Promise<Session> {
  if (!tokens) return { status: 'visitor' }

  const { user } = tokens
  const { aal, amr = [] } = claimsOf(tokens.access_token)
  const factor = user.factors?.find(({ status }) => status === 'verified')
  const email = user.email ?? ''
  if (factor && aal !== 'aal2') return { status: 'half-way', email, factorId: factor.id }

  const known = sessionStore.get()
  const cameByMail = amr.some(({ method }) => method === 'otp' || method === 'recovery')
  // A fresh token is no fresh person: his profile need not be asked for again.
  if (known.status === 'member' && known.id === user.id) return { ...known, email, cameByMail }

  try {
    const profile = await loadProfile(user)
    return { status: 'member', id: user.id, email, profile, cameByMail }
  } catch (error) {
    return { status: 'failed', error }
  }
}

/** Tokens and errors that have been read do not belong into bookmarks. The client leaves an empty hash behind. */
function cleanAddress(): void {
  const { pathname, hash, href } = location
  if (!carriesAuthAnswer(location) && !(href.endsWith('#') && hash === '')) return

  history.replaceState(history.state, '', pathname + withoutAuthAnswer(location))
}
