import type { Clock } from '#clock/clock.ts'
import type { OidcSettings } from './oidc/oidc.ts'
import { oidcSignIn } from './oidc/sign-in.ts'
import { requireSafeAddress } from './safe-address.ts'
import type { SignInProvider } from './sign-in-provider.ts'

export type GoogleSettings = Omit<OidcSettings, 'name'>

export function googleSignIn(settings: GoogleSettings, clock: Clock): SignInProvider {
  requireSafeAddress('GOOGLE_ISSUER', settings.issuer)

  return oidcSignIn({ ...settings, name: 'google' }, clock)
}
