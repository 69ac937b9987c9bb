import { createHash } from 'node:crypto'
import type { SignInAttempt } from './sign-in-provider.ts'

/** Further parameters that callers may not set. */
const RESERVED = ['client_secret', 'code_verifier', 'response_type']

/** Our parameters override the caller's. */
export function authorizeAddress(
  endpoint: string,
  { state, redirectUri, codeVerifier }: SignInAttempt,
  ours: Readonly<Record<string, string>>,
  extra: Readonly<Record<string, string>>,
): string {
  const url = new URL(endpoint)
  const allowed = Object.entries(extra).filter(([name]) => !RESERVED.includes(name))
  const parameters = {
    ...Object.fromEntries(allowed),
    ...ours,
    redirect_uri: redirectUri,
    state,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)

  return url.href
}
