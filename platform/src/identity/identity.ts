import type { Clock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import type { RateLimits } from '#limits/rate-limits.ts'
import type { Outbox } from '#mail/outbox.ts'
import type { IdentityMails } from '#mail/templates/identity-mails.ts'
import type { SignInProvider, SignInProviders } from '#outside/sign-in-provider.ts'
import type { Sms } from '#outside/sms.ts'
import type { Digests } from '#sealing/digests.ts'
import type { Keyring } from '#sealing/keyring.ts'
import type { Tokens } from '#tokens/open-tokens.ts'
import type { AuthHooks } from './auth-hooks.ts'
import type { CustomProviderSettings } from './custom-provider.ts'
import type { IdentityHooks } from './hooks.ts'
import type { ServiceProvider } from './service-provider.ts'
import type { IdentitySettings } from './settings.ts'

/** The dependencies of the identity service. Each verb takes the part it needs. */
export type Identity = {
  db: Database
  clock: Clock
  limits: RateLimits
  keyring: Keyring
  digests: Digests
  tokens: Tokens
  outbox: Outbox<IdentityMails>
  hasher: PasswordHasher
  /** The configured sign-in providers. */
  providers: SignInProviders
  /** Opens a provider that an admin added. */
  openCustomProvider: (settings: CustomProviderSettings) => SignInProvider
  /** How often breaches contained a password; always 0 if no service is configured. */
  countBreaches: (password: string) => Promise<number>
  settings: IdentitySettings
  /** null: sign-in by SAML is off. */
  saml: ServiceProvider | null
  hooks: IdentityHooks
  authHooks: AuthHooks
  /** null: no text messages are sent, unless a hook does. */
  sms: Sms | null
}

export type PasswordHasher = {
  hash(password: string): Promise<string>
  /**
   * Always computes one hash, so that timing does not reveal whether a password exists: null uses a dummy hash.
   */
  verify(password: string, hash: string | null): Promise<boolean>
  /** True for another algorithm or a lower cost than the current one: the next sign-in replaces the hash. */
  isOutdated(hash: string): boolean
}
