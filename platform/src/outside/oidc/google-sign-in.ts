import type { Clock } from '#clock/clock.ts'
import { requireSafeAddress } from '#outside/safe-address.ts'
import type { SignInProvider } from '#outside/sign-in-provider.ts'
import type { OidcSettings } from './oidc.ts'
import { oidcSignIn } from './sign-in.ts'

export type GoogleSettings = Omit<OidcSettings, 'name'>

export function googleSignIn(settings: GoogleSettings, clock: Clock): SignInProvider {
  requireSafeAddress('GOOGLE_ISSUER', settings.issuer)

  return oidcSignIn({ ...settings, name: 'google' }, clock)
}
