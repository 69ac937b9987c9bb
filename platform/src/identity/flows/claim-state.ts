import { theServer } from '#db/database.ts'
import { isUuid } from '#db/uuid.ts'
import { findSignInProvider } from '#identity/custom-providers/find-sign-in-provider.ts'
import type { Identity } from '#identity/identity.ts'
import { type AttemptRow, claimAttempt } from '#identity/oauth/attempts-table.ts'
import { stateExpired, stateInvalid, stateMissing, stateUsed } from '#identity/oauth/errors.ts'
import { openChecks } from '#identity/oauth/provider-checks.ts'
import type { Redirect } from '#identity/one-time/mail-code.ts'
import type { SignedIn } from '#identity/sessions/authorise.ts'
import type { SignInAttempt, SignInProvider } from '#outside/sign-in-provider.ts'

const STATE_TTL_MS = 5 * 60_000
/** A user who returned from a provider, with the data stored before. */
export type ReturnedAttempt = {
  id: string
  provider: SignInProvider
  attempt: SignInAttempt
  redirect: Redirect
  /** The user who links a further identity; null for a sign-in. */
  linkTarget: SignedIn | null
  inviteTokenHash: string | null
}

/**
 * A state is valid only once. The claim is committed before calling the provider, so that only one callback per state continues.
 */
export async function claimState(needs: Identity, state: string | null): Promise<ReturnedAttempt> {
  if (!state) throw stateMissing()
  if (!isUuid(state)) throw stateInvalid()

  const now = needs.clock.now()
  const claim = await needs.db.as(theServer, (sql) => claimAttempt(sql, state, now))
  const provider = claim && (await findSignInProvider(needs, claim.provider))
  if (!provider) throw stateInvalid()
  if (now.getTime() - claim.created_at.getTime() > STATE_TTL_MS) throw stateExpired()
  if (claim.was_used) throw stateUsed()

  return {
    id: claim.id,
    provider,
    attempt: openChecks(needs, claim),
    redirect: { redirectTo: claim.referrer, pkce: pkceOf(claim) },
    linkTarget: claim.linking_target_id
      ? { userId: claim.linking_target_id, sessionId: claim.session_id }
      : null,
    inviteTokenHash: claim.invite_token_hash,
  }
}

function pkceOf({ code_challenge: challenge, code_challenge_method: method }: AttemptRow) {
  return challenge !== null && method !== null ? { challenge, method } : null
}
