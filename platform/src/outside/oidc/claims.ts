import { storableJson } from '@app/contract/storable'
import { errors, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { ProviderError } from '#outside/provider-error.ts'
import type { ProviderName, ProviderProfile } from '#outside/sign-in-provider.ts'
import { webAddress } from '#outside/web-address.ts'
import type { Oidc } from './oidc.ts'
import { oidcFailure } from './oidc-failure.ts'

const TOLERANCE_S = 30
const MAX_AGE_S = 24 * 60 * 60
const GOOGLE = 'https://accounts.google.com'

const claims = z.looseObject({
  iss: z.string(),
  sub: z.string().check(z.minLength(1)),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.optional(z.string()),
  nonce: z.optional(z.string()),
  at_hash: z.optional(z.string()),
  email: z.optional(z.string()),
  // Some providers send a text.
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  name: z.optional(z.string()),
  picture: z.optional(z.string()),
})

export type OidcClaims = z.infer<typeof claims>

/** The claims of an id token, verified for signature, issuer and age. */
export async function verifiedClaims(oidc: Oidc, idToken: string): Promise<OidcClaims> {
  const { name, issuer, algorithms = ['RS256'] } = oidc.settings
  const keys = await oidc.keys()

  try {
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms,
      // Google's older libraries omit the protocol in the issuer.
      issuer: issuer === GOOGLE ? [GOOGLE, 'accounts.google.com'] : issuer,
      requiredClaims: ['sub', 'aud', 'exp'],
      currentDate: oidc.clock.now(),
      clockTolerance: TOLERANCE_S,
      maxTokenAge: MAX_AGE_S,
    })
    return z.parse(claims, JSON.parse(storableJson(JSON.stringify(payload))))
  } catch (error) {
    throw isAboutKeys(error) ? oidcFailure(name, error) : notVerified(name, error)
  }
}

export const profileOf = ({ settings }: Oidc, claimed: OidcClaims): ProviderProfile => ({
  provider: settings.name,
  issuer: settings.issuer,
  subject: claimed.sub,
  email: claimed.email || null,
  emailVerified: claimed.email !== undefined && String(claimed.email_verified) === 'true',
  name: claimed.name || null,
  avatarUrl: webAddress(claimed.picture),
  username: null,
  raw: claimed,
})

/** The provider's keys could not be fetched, which does not concern the token. */
const isAboutKeys = (error: unknown) =>
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  (error instanceof errors.JOSEError && error.code === errors.JOSEError.code) ||
  (error instanceof TypeError && error.message === 'fetch failed')

/** Only the error's code: parser messages may quote their input. */
const notVerified = (name: ProviderName, error: unknown) =>
  new ProviderError(
    name,
    'identity_refused',
    `sent an id token that does not verify (${error instanceof errors.JOSEError ? error.code : 'unexpected claims'})`,
  )
