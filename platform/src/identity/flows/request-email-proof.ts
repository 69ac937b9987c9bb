import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { emailNeedsVerification } from '#identity/oauth/errors.ts'
import type { Redirect } from '#identity/one-time/mail-code.ts'
import { requestLink } from './request-link.ts'

type Input = { email: string; provider: string; redirect: Redirect; client: Client }

/**
 * The provider does not vouch for the address, so its mailbox decides: a link goes there, for an
 * account that is new or old. The provider's account is not tied to it, or whoever claimed the address
 * would share the account with whoever has it. Always ends in a refusal, the same for every address.
 */
export async function requestEmailProof(
  needs: Identity,
  { email, provider, redirect, client }: Input,
): Promise<never> {
  await requestLink(needs, { email, mayCreate: true, data: {}, redirect, client })

  throw emailNeedsVerification(provider)
}
