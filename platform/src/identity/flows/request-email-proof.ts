import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { emailNeedsVerification } from '#identity/oauth/errors.ts'
import type { WayBack } from '#identity/one-time/mail-code.ts'
import { requestLink } from './request-link.ts'

type Wish = { email: string; provider: string; wayBack: WayBack; client: Client }

/**
 * The provider does not vouch for the address, so its mailbox decides: a link goes there, for an
 * account that is new or old. The provider's account is not tied to it, or whoever claimed the address
 * would share the account with whoever has it. Always ends in a refusal, the same for every address.
 */
export async function askForProof(
  needs: Identity,
  { email, provider, wayBack, client }: Wish,
): Promise<never> {
  await requestLink(needs, { email, mayCreate: true, data: {}, wayBack, client })

  throw emailNeedsVerification(provider)
}
