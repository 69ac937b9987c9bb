import type { Database } from '@app/platform/db/database.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { Keyring } from '@app/platform/sealing/keyring.ts'
import type { NewsletterConfig } from '#config/newsletter.ts'
import { openKeptSubscriptions } from '#newsletter/kept-subscriptions.ts'
import type { Newsletter } from '#newsletter/subscribe.ts'
import { mailingList } from '#outside/newsletter.ts'

type Needs = {
  config: NewsletterConfig | null
  db: Database
  keyring: Keyring
  limits: RateLimits
  log: Log
}

/** Chooses the real things for the newsletter. */
export const openNewsletter = ({ config, db, keyring, limits, log }: Needs): Newsletter => ({
  list: config && mailingList(config),
  kept: openKeptSubscriptions({ db, keyring }),
  limits,
  log,
})
