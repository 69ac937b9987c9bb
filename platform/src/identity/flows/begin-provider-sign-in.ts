import { randomUUID } from 'node:crypto'
import { type Sql, theServer } from '#db/database.ts'
import { findSignInProvider } from '#identity/custom-providers/find-sign-in-provider.ts'
import type { Identity } from '#identity/identity.ts'
import { insertAttempt, sweepAttempts } from '#identity/oauth/attempts-table.ts'
import { callbackAddress } from '#identity/oauth/callback-address.ts'
import { invitationNotFound, unsupportedProvider } from '#identity/oauth/errors.ts'
import { authoriseLink } from '#identity/oauth/link-identity.ts'
import { sealChecks } from '#identity/oauth/provider-checks.ts'
import { providerFailed } from '#identity/oauth/provider-failed.ts'
import { storedHash } from '#identity/one-time/codes.ts'
import { findProofByLink } from '#identity/one-time/find-proof.ts'
import type { Redirect } from '#identity/one-time/mail-code.ts'
import type { SignedIn } from '#identity/sessions/authorise.ts'
import { beginAttempt } from '#outside/sign-in-provider.ts'

export type BeginSignInInput = {
  provider: string
  redirect: Redirect
  scopes: readonly string[]
  /** Parameters for the provider, such as `prompt`. */
  extra: Readonly<Record<string, string>>
  inviteToken?: string | undefined
  /** The user who links a further identity; null for a sign-in. */
  linkTarget: SignedIn | null
}

const ABANDONED_MS = 60 * 60_000

type ProviderRedirect = { address: string; state: string }

/** Stores the attempt and returns the provider's URL to redirect to. */
export async function beginProviderSignIn(
  needs: Identity,
  input: BeginSignInInput,
): Promise<ProviderRedirect> {
  const provider = await findSignInProvider(needs, input.provider)
  if (!provider) throw unsupportedProvider('provider is not enabled')

  const { inviteToken, redirect, linkTarget, scopes, extra } = input
  const attempt = beginAttempt({
    state: randomUUID(),
    redirectUri: callbackAddress(needs),
    nonce: extra.nonce,
  })
  const address = await provider.authorizeUrl(attempt, { scopes, extra }).catch(providerFailed)

  await needs.db.as(theServer, async (sql) => {
    const now = needs.clock.now()
    if (linkTarget) await authoriseLink(sql, needs, linkTarget)
    await sweepAttempts(sql, new Date(now.getTime() - ABANDONED_MS))
    await insertAttempt(sql, {
      id: attempt.state,
      provider: provider.name,
      referrer: redirect.redirectTo,
      code_challenge: redirect.pkce?.challenge ?? null,
      code_challenge_method: redirect.pkce?.method ?? null,
      linking_target_id: linkTarget?.userId ?? null,
      session_id: linkTarget?.sessionId ?? null,
      invite_token_hash: inviteToken ? await invitation(sql, needs, inviteToken) : null,
      provider_checks_sealed: sealChecks(needs, attempt),
      created_at: now,
    })
  })
  return { address, state: attempt.state }
}

/** The holder of an invitation mail's token may accept it with a provider's account. */
async function invitation(sql: Sql, needs: Identity, token: string): Promise<string> {
  if (!(await findProofByLink(sql, needs, ['confirmation_token'], token)))
    throw invitationNotFound()

  return storedHash(token)
}
