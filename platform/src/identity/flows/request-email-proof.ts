import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { emailNeedsVerification } from '#identity/oauth/errors.ts'
import type { Redirect } from '#identity/one-time/mail-code.ts'
import { requestLink } from './request-link.ts'

type Input = { email: string; provider: string; redirect: Redirect; client: Client }

/**
 * Mails a link, for a new or existing account, because the provider has not verified the address. The identity is not linked,
 * because an attacker who claimed the address would share the account. Always throws, with the same error for every address.
 */
export async function requestEmailProof(
  needs: Identity,
  { email, provider, redirect, client }: Input,
): Promise<never> {
  await requestLink(needs, { email, mayCreate: true, data: {}, redirect, client })

  throw emailNeedsVerification(provider)
}
