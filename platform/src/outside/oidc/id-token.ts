import { createHash } from 'node:crypto'
import { IdTokenError } from '#outside/id-token-error.ts'
import { ProviderError } from '#outside/provider-error.ts'
import type { IdTokenClaim, ProviderProfile } from '#outside/sign-in-provider.ts'
import { type OidcClaims, profileOf, verifiedClaims } from './claims.ts'
import type { Oidc } from './oidc.ts'

/** The checks run in Supabase Auth's order, so that a token with two faults gets the same answer. */
export async function readOidcIdToken(
  oidc: Oidc,
  { idToken, accessToken, nonce }: IdTokenClaim,
): Promise<ProviderProfile> {
  const claims = await verifiedClaims(oidc, idToken).catch((error) => {
    throw isRefusal(error) ? new IdTokenError('not_verified') : error
  })

  if (accessToken && claims.at_hash && claims.at_hash !== halfHash(accessToken)) {
    throw new IdTokenError('not_verified')
  }
  refuseForeignAudience(claims, oidc.settings.clientIds)
  refuseOtherNonce(claims.nonce, nonce)

  return profileOf(oidc, claims)
}

const isRefusal = (error: unknown) =>
  error instanceof ProviderError && error.failure === 'identity_refused'

/** A token with several audiences must have been requested by one of our clients. */
function refuseForeignAudience({ aud, azp }: OidcClaims, ours: readonly string[]): void {
  const audience = [aud].flat()
  const isForUs = audience.some((one) => ours.includes(one))
  const isShared = audience.length > 1 && !ours.includes(azp ?? '')

  if (!isForUs || isShared) throw new IdTokenError('wrong_audience', audience)
}

/** The provider gets only the nonce's digest, so that a stolen token does not reveal the nonce. */
function refuseOtherNonce(inToken: string | undefined, nonce: string | undefined): void {
  if (!inToken !== !nonce) throw new IdTokenError('nonce_missing')
  if (nonce && createHash('sha256').update(nonce).digest('hex') !== inToken) {
    throw new IdTokenError('wrong_nonce')
  }
}

/** OpenID Connect's at_hash: the left half of the access token's digest. */
const halfHash = (accessToken: string) =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
