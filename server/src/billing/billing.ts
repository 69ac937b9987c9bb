import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import type { LemonSqueezy } from '#outside/lemon-squeezy/lemon-squeezy.ts'
import { notConfigured } from './errors.ts'

/** The dependencies of billing. Each verb takes the part it needs. */
export type Billing = {
  db: Database
  clock: Clock
  log: Log
  limits: RateLimits
  outbox: ProductOutbox
  /** null: this installation has no account at the payment provider. */
  provider: LemonSqueezy | null
  /** The same with half of the request budget, so that comparisons do not delay members. */
  reconcilerProvider: LemonSqueezy | null
  siteUrl: string
}

export function providerOf({ provider }: Pick<Billing, 'provider'>): LemonSqueezy {
  if (!provider) throw notConfigured()

  return provider
}
