import type { Session as Tokens } from '@supabase/auth-js'
import { followEnding, forgetEnding } from '#api/session/ended-session.ts'
import { type Session, sessionStore } from '#api/session/session.ts'
import { hasStoredSession } from '#api/session/stored-session.ts'
import { claimsOf } from '#api/session/token-claims.ts'
import { heldFactors } from './held-factors.ts'
import { loadProfile } from './load-profile.ts'

let lastTurn = 0

/** Updates the session store with the owner of these tokens. */
export async function followSession(tokens: Tokens | null): Promise<void> {
  lastTurn += 1
  const turn = lastTurn
  if (!tokens) return followEnding()

  forgetEnding()
  const next = await recognise(tokens)

  // A sign-out during the loading of the profile takes precedence.
  if (turn !== lastTurn) return
  // So does the end of a session whose tokens were refused in the meantime.
  if (next.status === 'failed' && !hasStoredSession()) followEnding()
  else sessionStore.set(next)
}

async function recognise(tokens: Tokens): Promise<Session> {
  const { user } = tokens
  const { aal, amr = [] } = claimsOf(tokens.access_token)
  const factors = heldFactors(user)
  const email = user.email ?? ''
  if (factors.length > 0 && aal !== 'aal2') return { status: 'half-way', email, factors }

  const known = sessionStore.get()
  const cameByMail = amr.some(({ method }) => method === 'otp' || method === 'recovery')
  // A renewed token of the same member leaves the profile unchanged.
  if (known.status === 'member' && known.id === user.id) return { ...known, email, cameByMail }

  try {
    const profile = await loadProfile(user)
    const company = companyOf(user)
    const member = { status: 'member', id: user.id, email, profile, cameByMail } as const
    return company ? { ...member, company } : member
  } catch (error) {
    return { status: 'failed', error }
  }
}

/** Such an account has no other way in. */
function companyOf({ app_metadata, email = '' }: Tokens['user']): string | null {
  const { provider } = app_metadata

  return provider?.startsWith('sso:') ? email.slice(email.lastIndexOf('@') + 1) : null
}
