import { randomUUID } from 'node:crypto'
import type { SessionJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { admittingNewUser } from '#identity/accounts/admit-new-user.ts'
import { retryIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { requireStillEnabled } from '#identity/custom-providers/find-sign-in-provider.ts'
import type { Identity } from '#identity/identity.ts'
import { acceptInvitation } from '#identity/oauth/accept-invitation.ts'
import { storeOutcome } from '#identity/oauth/attempts-table.ts'
import { createProviderSession } from '#identity/oauth/create-session.ts'
import { codeMissing } from '#identity/oauth/errors.ts'
import { linkIdentity, requireLinkable } from '#identity/oauth/link-identity.ts'
import { sealPendingLink } from '#identity/oauth/pending-link.ts'
import { providerFailed } from '#identity/oauth/provider-failed.ts'
import { sealProviderTokens } from '#identity/oauth/provider-tokens.ts'
import { resolveAccount } from '#identity/oauth/resolve-account.ts'
import type { ResolvedAccount } from '#identity/oauth/resolve-known-identity.ts'
import { storedHash } from '#identity/one-time/codes.ts'
import { flowNotFound } from '#identity/one-time/errors.ts'
import { continueSession } from '#identity/sessions/continue-session.ts'
import type { OpenSession } from '#identity/sessions/open-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'
import type { ProviderProfile, ProviderSignIn } from '#outside/sign-in-provider.ts'
import type { ReturnedAttempt } from './claim-state.ts'
import { requestEmailProof } from './request-email-proof.ts'

/** A PKCE client gets a code that is useless without its verifier; others get the session. */
export type Finished = { code: string } | { session: SessionJson }

/** Exchanges the callback's parameters for the user's profile, and signs them in. */
export async function finishProviderSignIn(
  needs: Identity,
  returned: ReturnedAttempt,
  callback: URLSearchParams,
  client: Client,
): Promise<Finished> {
  const { provider, attempt, redirect } = returned
  const event = {
    action: returned.linkTarget ? 'identity_linked' : 'login',
    actor: {},
    client,
    traits: { provider: provider.name },
  } as const

  return recordingRefusal(needs, event, async () => {
    if (!callback.get('code')) throw codeMissing()
    // Called before any transaction, so that no database connection waits for the provider.
    const signIn = await provider.exchange(attempt, callback).catch(providerFailed)

    const completed = await admittingNewUser(needs, client, (admitted) =>
      retryIfTaken(() =>
        needs.db.as(theServer, (sql) => complete(sql, admitted, returned, signIn, client)),
      ),
    )
    if ('unproven' in completed) {
      const email = completed.unproven
      return requestEmailProof(needs, { email, provider: provider.name, redirect, client })
    }
    if ('code' in completed) return completed
    return { session: { ...(await sessionReply(needs, completed.opened)), ...tokensOf(signIn) } }
  })
}

type Completed = { unproven: string } | { code: string } | { opened: OpenSession }

async function complete(
  sql: Sql,
  needs: Identity,
  returned: ReturnedAttempt,
  signIn: ProviderSignIn,
  client: Client,
): Promise<Completed> {
  const { profile } = signIn
  await requireStillEnabled(sql, returned.provider)
  const resolved = await accountOf(sql, needs, returned, profile, client)
  if ('unproven' in resolved) return resolved

  const { account } = resolved
  if (returned.redirect.pkce)
    return { code: await issueAuthCode(sql, needs, returned, account, signIn) }

  const { linkTarget: signedIn } = returned
  if (signedIn) return { opened: await continueSession(sql, needs, { account, signedIn, client }) }

  const { provider } = profile
  const opened = await createProviderSession(sql, needs, account, { provider, client })
  await needs.hooks.providerSignedIn(sql, account, signIn)
  return { opened }
}

async function accountOf(
  sql: Sql,
  needs: Identity,
  { linkTarget: target, inviteTokenHash, redirect }: ReturnedAttempt,
  profile: ProviderProfile,
  client: Client,
): Promise<ResolvedAccount> {
  if (target && redirect.pkce)
    return { account: await requireLinkable(sql, needs, target, profile) }
  if (target) return linkIdentity(sql, needs, target, profile, client)
  if (inviteTokenHash) return acceptInvitation(sql, needs, inviteTokenHash, profile, client)
  return resolveAccount(sql, needs, profile, client)
}

async function issueAuthCode(
  sql: Sql,
  needs: Identity,
  { id, linkTarget: target }: ReturnedAttempt,
  account: Account,
  signIn: ProviderSignIn,
): Promise<string> {
  const code = randomUUID()

  const isStored = await storeOutcome(sql, id, {
    userId: account.id,
    codeHash: storedHash(code),
    ...sealProviderTokens(needs, id, signIn),
    pendingIdentitySealed: target ? sealPendingLink(needs, id, signIn.profile) : null,
    now: needs.clock.now(),
  })
  if (!isStored) throw flowNotFound()
  return code
}

const tokensOf = ({ providerToken, providerRefreshToken }: ProviderSignIn) => ({
  provider_token: providerToken,
  ...(providerRefreshToken !== null && { provider_refresh_token: providerRefreshToken }),
})

/** Records that the provider or the user denied the sign-in. */
export async function recordDenial(
  needs: Identity,
  { provider }: ReturnedAttempt,
  client: Client,
): Promise<void> {
  const traits = { provider: provider.name, refused: 'by_provider' }

  await needs.db.as(theServer, (sql) =>
    record(sql, needs, { action: 'login', actor: {}, client, traits }),
  )
}
