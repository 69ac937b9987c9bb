import type { Session as Tokens } from '@supabase/auth-js'
import { followEnding, forgetEnding } from './ended-session.ts'
import { loadProfile } from './load-profile.ts'
import { type Session, sessionStore } from './session.ts'
import { claimsOf } from './token-claims.ts'

let lastTurn = 0

/** Finds out who it is that these tokens belong to, and tells everybody. */
export async function followSession(tokens: Tokens | null): Promise<void> {
  lastTurn += 1
  const turn = lastTurn
  if (!tokens) return followEnding()

  forgetEnding()
  const next = await recognise(tokens)

  // Whoever signs out while his profile is on its way stays signed out.
  if (turn === lastTurn) sessionStore.set(next)
}

async function recognise(tokens: Tokens): Promise<Session> {
  const { user } = tokens
  const { aal, amr = [] } = claimsOf(tokens.access_token)
  // Recovery codes are a factor too, but not one that is asked for.
  const factor = user.factors?.find(
    ({ status, factor_type }) => status === 'verified' && factor_type === 'totp',
  )
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
