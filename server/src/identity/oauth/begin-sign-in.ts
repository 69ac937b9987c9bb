import { randomUUID } from 'node:crypto'
import { type Sql, theServer } from '#db/database.ts'
import type { Identity } from '#identity/identity.ts'
import { storedHash } from '#identity/one-time/codes.ts'
import type { WayBack } from '#identity/one-time/mail-code.ts'
import { isAlive } from '#identity/one-time/match-code.ts'
import { lockTokenByHash } from '#identity/one-time/one-time-tokens-table.ts'
import { beginAttempt } from '#outside/sign-in-provider.ts'
import { insertAttempt, sweepAttempts } from './attempts-table.ts'
import { callbackAddress } from './callback-address.ts'
import { invitationNotFound, unsupportedProvider } from './errors.ts'
import { sealChecks } from './provider-checks.ts'
import { providerFailed } from './provider-failed.ts'

export type SignInWish = {
  provider: string
  wayBack: WayBack
  scopes: readonly string[]
  /** For the provider, such as `prompt`. */
  extra: Readonly<Record<string, string>>
  inviteToken?: string | undefined
  /** The account that gets one more way to sign in; null for somebody who signs in. */
  linkTo: string | null
}

const ABANDONED_MS = 60 * 60_000

type Departure = { address: string; state: string }

/** Remembers who goes, and gives the provider's address to send him to. */
export async function beginSignIn(needs: Identity, wish: SignInWish): Promise<Departure> {
  const provider = [...needs.providers.values()].find(({ name }) => name === wish.provider)
  if (!provider) throw unsupportedProvider('provider is not enabled')

  const { inviteToken, wayBack, linkTo, scopes, extra } = wish
  const attempt = beginAttempt({
    state: randomUUID(),
    redirectUri: callbackAddress(needs),
    nonce: extra.nonce,
  })
  const address = await provider.authorizeUrl(attempt, { scopes, extra }).catch(providerFailed)

  await needs.db.as(theServer, async (sql) => {
    const now = needs.clock.now()
    await sweepAttempts(sql, new Date(now.getTime() - ABANDONED_MS))
    await insertAttempt(sql, {
      id: attempt.state,
      provider: provider.name,
      referrer: wayBack.redirectTo,
      code_challenge: wayBack.pkce?.challenge ?? null,
      code_challenge_method: wayBack.pkce?.method ?? null,
      linking_target_id: linkTo,
      invite_token_hash: inviteToken ? await invitation(sql, needs, inviteToken) : null,
      provider_checks_sealed: sealChecks(needs, attempt),
      created_at: now,
    })
  })
  return { address, state: attempt.state }
}

/** The token from an invitation's mail: whoever has it may accept it with a provider's account. */
async function invitation(sql: Sql, needs: Identity, token: string): Promise<string> {
  const hash = storedHash(token)
  const found = await lockTokenByHash(sql, ['confirmation_token'], hash)
  if (!found || !isAlive(needs, found)) throw invitationNotFound()

  return hash
}
