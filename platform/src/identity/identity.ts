import type { Clock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import type { RateLimits } from '#limits/rate-limits.ts'
import type { Outbox } from '#mail/outbox.ts'
import type { IdentityMails } from '#mail/templates/identity-mails.ts'
import type { SignInProviders } from '#outside/sign-in-provider.ts'
import type { Digests } from '#sealing/digests.ts'
import type { Keyring } from '#sealing/keyring.ts'
import type { Tokens } from '#tokens/open-tokens.ts'
import type { IdentityHooks } from './hooks.ts'
import type { IdentitySettings } from './settings.ts'

/** The dependencies of the identity service. A verb picks the ones it needs. */
export type Identity = {
  db: Database
  clock: Clock
  limits: RateLimits
  keyring: Keyring
  digests: Digests
  tokens: Tokens
  outbox: Outbox<IdentityMails>
  hasher: PasswordHasher
  /** The providers that users may sign in with. */
  providers: SignInProviders
  /** How often a password was seen in breaches; always 0 where no service is configured. */
  countBreaches: (password: string) => Promise<number>
  settings: IdentitySettings
  hooks: IdentityHooks
}

export type PasswordHasher = {
  hash(password: string): Promise<string>
  /**
   * Always costs one hash, so that timing does not tell whether a password exists: null is compared with a dummy hash.
   */
  verify(password: string, hash: string | null): Promise<boolean>
  /** Made by another algorithm or at a lower cost than today's: the next sign-in replaces it. */
  isOutdated(hash: string): boolean
}
