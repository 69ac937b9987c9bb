import { theServer } from '#db/database.ts'
import { isUuid } from '#db/uuid.ts'
import type { Identity } from '#identity/identity.ts'
import type { WayBack } from '#identity/one-time/mail-code.ts'
import type { SignedIn } from '#identity/sessions/authorise.ts'
import type { SignInAttempt, SignInProvider } from '#outside/sign-in-provider.ts'
import { type AttemptRow, claimAttempt } from './attempts-table.ts'
import { stateExpired, stateInvalid, stateMissing, stateUsed } from './errors.ts'
import { openChecks } from './provider-checks.ts'

const STATE_TTL_MS = 5 * 60_000
/** Somebody who came back from a provider, and all that was agreed on before he went. */
export type Returned = {
  id: string
  provider: SignInProvider
  attempt: SignInAttempt
  wayBack: WayBack
  /** Whoever asked for one more way into their account; null for a sign-in. */
  linkTo: SignedIn | null
  inviteTokenHash: string | null
}

/**
 * A state counts once. That is written down and final before the provider is asked, so that of many
 * callbacks with one state a single one goes on, whatever becomes of it.
 */
export async function claimState(needs: Identity, state: string | null): Promise<Returned> {
  if (!state) throw stateMissing()
  if (!isUuid(state)) throw stateInvalid()

  const now = needs.clock.now()
  const claim = await needs.db.as(theServer, (sql) => claimAttempt(sql, state, now))
  const provider = claim && needs.providers.get(claim.provider)
  if (!provider) throw stateInvalid()
  if (now.getTime() - claim.created_at.getTime() > STATE_TTL_MS) throw stateExpired()
  if (claim.was_used) throw stateUsed()

  return {
    id: claim.id,
    provider,
    attempt: openChecks(needs, claim),
    wayBack: { redirectTo: claim.referrer, pkce: pkceOf(claim) },
    linkTo: claim.linking_target_id
      ? { userId: claim.linking_target_id, sessionId: claim.session_id }
      : null,
    inviteTokenHash: claim.invite_token_hash,
  }
}

function pkceOf({ code_challenge: challenge, code_challenge_method: method }: AttemptRow) {
  return challenge !== null && method !== null ? { challenge, method } : null
}
