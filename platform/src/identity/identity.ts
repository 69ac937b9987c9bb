import type { Clock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import type { PasswordHasher } from '#identity/passwords/hasher.ts'
import type { RateLimits } from '#limits/rate-limits.ts'
import type { Outbox } from '#mail/outbox.ts'
import type { IdentityMails } from '#mail/templates/identity-mails.ts'
import type { SignInProviders } from '#outside/sign-in-provider.ts'
import type { Digests } from '#sealing/digests.ts'
import type { Keyring } from '#sealing/keyring.ts'
import type { Tokens } from '#tokens/open-tokens.ts'
import type { IdentityHooks } from './hooks.ts'
import type { IdentitySettings } from './settings.ts'

/** All that the identity service works with. A verb asks for the part it needs. */
export type Identity = {
  db: Database
  clock: Clock
  limits: RateLimits
  keyring: Keyring
  digests: Digests
  tokens: Tokens
  outbox: Outbox<IdentityMails>
  hasher: PasswordHasher
  /** Those with whom people may sign in. */
  providers: SignInProviders
  /** How often a password was seen in breaches; always 0 where nobody is asked. */
  countBreaches: (password: string) => Promise<number>
  settings: IdentitySettings
  hooks: IdentityHooks
}
