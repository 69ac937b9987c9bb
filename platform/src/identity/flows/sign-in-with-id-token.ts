import type { SessionJson } from '@app/contract/identity'
import { theServer } from '#db/database.ts'
import { admittingNewUser } from '#identity/accounts/admit-new-user.ts'
import { retryIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { requireStillEnabled } from '#identity/custom-providers/find-sign-in-provider.ts'
import type { Identity } from '#identity/identity.ts'
import { createProviderSession } from '#identity/oauth/create-session.ts'
import { idTokenFailed } from '#identity/oauth/id-token-failed.ts'
import { linkIdentity } from '#identity/oauth/link-identity.ts'
import { resolveAccount } from '#identity/oauth/resolve-account.ts'
import type { Redirect } from '#identity/one-time/mail-code.ts'
import type { SignedIn } from '#identity/sessions/authorise.ts'
import { continueSession } from '#identity/sessions/continue-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'
import type { IdTokenClaim, ProviderProfile, SignInProvider } from '#outside/sign-in-provider.ts'
import { requestEmailProof } from './request-email-proof.ts'

/** A provider that issues id tokens. */
export type IdTokenProvider = SignInProvider & {
  readIdToken: NonNullable<SignInProvider['readIdToken']>
}

type Input = {
  provider: IdTokenProvider
  claim: IdTokenClaim
  linkTarget: SignedIn | null
  redirect: Redirect
  client: Client
}

/** Exchanges an id token, which the client got from the provider, for a session. */
export async function signInWithIdToken(needs: Identity, input: Input): Promise<SessionJson> {
  const { provider, claim, redirect, client } = input
  const traits = { provider: provider.name, by: 'id_token' }
  const action = input.linkTarget ? 'identity_linked' : 'login'
  const event = { action, actor: {}, client, traits } as const

  return recordingRefusal(needs, event, async () => {
    // Called before any transaction, so that no database connection waits for the provider.
    const profile = await provider.readIdToken(claim).catch(idTokenFailed)
    const completed = await admittingNewUser(needs, client, (admitted) =>
      complete(admitted, profile, input),
    )

    return 'unproven' in completed
      ? requestEmailProof(needs, {
          email: completed.unproven,
          provider: provider.name,
          redirect,
          client,
        })
      : sessionReply(needs, completed)
  })
}

const complete = (
  needs: Identity,
  profile: ProviderProfile,
  { provider, linkTarget: signedIn, client }: Input,
) =>
  retryIfTaken(() =>
    needs.db.as(theServer, async (sql) => {
      await requireStillEnabled(sql, provider)
      if (signedIn) {
        const { account } = await linkIdentity(sql, needs, signedIn, profile, client)
        return continueSession(sql, needs, { account, signedIn, client })
      }
      const resolved = await resolveAccount(sql, needs, profile, client)

      return 'unproven' in resolved
        ? resolved
        : createProviderSession(sql, needs, resolved.account, {
            provider: profile.provider,
            client,
          })
    }),
  )
