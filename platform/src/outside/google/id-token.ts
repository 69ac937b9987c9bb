import { createHash } from 'node:crypto'
import { IdTokenError } from '#outside/id-token-error.ts'
import { ProviderError } from '#outside/provider-error.ts'
import type { IdTokenClaim, ProviderProfile } from '#outside/sign-in-provider.ts'
import { believedClaims, type GoogleClaims, profileOf } from './claims.ts'
import type { GoogleOidc } from './oidc.ts'

/** The checks have Supabase Auth's order, so that a token with two faults gets the same answer. */
export async function readGoogleIdToken(
  oidc: GoogleOidc,
  { idToken, accessToken, nonce }: IdTokenClaim,
): Promise<ProviderProfile> {
  const said = await believedClaims(oidc, idToken).catch((error) => {
    throw isRefusal(error) ? new IdTokenError('unbelievable') : error
  })

  if (accessToken && said.at_hash && said.at_hash !== halfHash(accessToken)) {
    throw new IdTokenError('unbelievable')
  }
  refuseForeignAudience(said, oidc.settings.clientIds)
  refuseOtherNonce(said.nonce, nonce)

  return profileOf(oidc, said)
}

const isRefusal = (error: unknown) =>
  error instanceof ProviderError && error.failure === 'identity_refused'

/** A token for several audiences must have been requested by one of our clients. */
function refuseForeignAudience({ aud, azp }: GoogleClaims, ours: readonly string[]): void {
  const audience = [aud].flat()
  const isForUs = audience.some((one) => ours.includes(one))
  const isShared = audience.length > 1 && !ours.includes(azp ?? '')

  if (!isForUs || isShared) throw new IdTokenError('foreign_audience', audience)
}

/** Google gets the digest, so that a reader of the token cannot present the nonce itself. */
function refuseOtherNonce(inToken: string | undefined, given: string | undefined): void {
  if (!inToken !== !given) throw new IdTokenError('one_sided_nonce')
  if (given && createHash('sha256').update(given).digest('hex') !== inToken) {
    throw new IdTokenError('wrong_nonce')
  }
}

/** OpenID Connect binds the two tokens by the left half of a digest. */
const halfHash = (accessToken: string) =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
