import type { Clock } from '@app/platform/clock/clock.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import type { Database } from '@app/platform/db/database.ts'
import { isAssured } from '@app/platform/db/is-assured.ts'
import type { AuthNeeds } from '@app/platform/http/auth/auth-needs.ts'
import { functionRoutes } from '#http/functions/routes.ts'
import { identify } from '@app/platform/identity/sessions/identify.ts'
import { rateLimits } from '@app/platform/limits/rate-limits.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { Metrics } from '@app/platform/log/metrics.ts'
import type { Newsletter } from '#newsletter/subscribe.ts'
import type { PersonalData } from '#personal-data/personal-data.ts'

const FUNCTION_LIMIT_MS = 25_000

type Needs = {
  auth: AuthNeeds
  newsletter: Newsletter
  codeHost: CodeHost
  personalData: PersonalData
  db: Database
  clock: Clock
  log: Log
  metrics: Metrics
}

/** Puts the areas' verbs and the host of the functions together. */
export function openFunctions(needs: Needs) {
  const { auth, newsletter, codeHost, personalData, db, clock, log, metrics } = needs
  const { identity, farewell, apiKeys } = auth
  const limits = rateLimits(db)

  return functionRoutes(
    {
      newsletter,
      clock,
      codeHost,
      personalData,
      db,
      identity,
      farewell,
      outbox: identity.outbox,
      limits,
      isAssured: (member) => isAssured(db, member),
    },
    {
      tokens: identity.tokens,
      apiKeys,
      limits,
      identify: (bearer) => identify(identity, bearer),
      log,
      metrics,
      limitMs: FUNCTION_LIMIT_MS,
    },
  )
}
