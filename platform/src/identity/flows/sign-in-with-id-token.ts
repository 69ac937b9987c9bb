import type { SessionJson } from '@app/contract/identity'
import { theServer } from '#db/database.ts'
import { onceMoreIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { letIn } from '#identity/oauth/create-session.ts'
import { idTokenFailed } from '#identity/oauth/id-token-failed.ts'
import { linkTo } from '#identity/oauth/link-identity.ts'
import { admit } from '#identity/oauth/resolve-account.ts'
import type { WayBack } from '#identity/one-time/mail-code.ts'
import type { SignedIn } from '#identity/sessions/authorise.ts'
import { continueSession } from '#identity/sessions/continue-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'
import type { IdTokenClaim, ProviderProfile, SignInProvider } from '#outside/sign-in-provider.ts'
import { askForProof } from './request-email-proof.ts'

/** A provider that makes id tokens. */
export type IdTokenProvider = SignInProvider & {
  readIdToken: NonNullable<SignInProvider['readIdToken']>
}

type Wish = {
  provider: IdTokenProvider
  claim: IdTokenClaim
  linkTo: SignedIn | null
  wayBack: WayBack
  client: Client
}

/** A session for an id token that a client got from the provider by itself. */
export async function signInWithIdToken(needs: Identity, wish: Wish): Promise<SessionJson> {
  const { provider, claim, wayBack, client } = wish
  const traits = { provider: provider.name, by: 'id_token' }
  const action = wish.linkTo ? 'identity_linked' : 'login'
  const happening = { action, actor: {}, client, traits } as const

  return recordingRefusal(needs, happening, async () => {
    // Before any transaction: nobody waits for the provider while holding the database.
    const profile = await provider.readIdToken(claim).catch(idTokenFailed)
    const settled = await settle(needs, profile, wish)

    return 'unproven' in settled
      ? askForProof(needs, { email: settled.unproven, provider: provider.name, wayBack, client })
      : sessionReply(needs, settled)
  })
}

const settle = (needs: Identity, profile: ProviderProfile, { linkTo: signedIn, client }: Wish) =>
  onceMoreIfTaken(() =>
    needs.db.as(theServer, async (sql) => {
      if (signedIn) {
        const { account } = await linkTo(sql, needs, signedIn, profile, client)
        return continueSession(sql, needs, { account, signedIn, client })
      }
      const admission = await admit(sql, needs, profile, client)

      return 'unproven' in admission
        ? admission
        : letIn(sql, needs, admission.account, { provider: profile.provider, client })
    }),
  )
