import type { Clock } from '#clock/clock.ts'
import type { PlatformConfig } from '#config/platform-config.ts'
import type { Secrets } from '#config/secrets.ts'
import type { Database } from '#db/database.ts'
import type { Files } from '#files/files.ts'
import type { AuthNeeds } from '#http/auth/auth-needs.ts'
import type { HostNeeds } from '#http/functions/host.ts'
import type { Rest } from '#http/rest/open-rest.ts'
import { type FeatureSwitches, openFeatureSwitches } from '#identity/feature-switches.ts'
import { type IdentityHooks, noHooks } from '#identity/hooks.ts'
import type { HashingScheme } from '#identity/passwords/hasher.ts'
import { admitCaller } from '#identity/sessions/admit-caller.ts'
import type { RateLimits } from '#limits/rate-limits.ts'
import type { ServerLog } from '#log/log.ts'
import { type Build, type Metrics, openMetrics } from '#log/metrics.ts'
import type { Tracing } from '#log/tracing.ts'
import type { OptionalMails } from '#mail/deliver-one.ts'
import type { MailBrand } from '#mail/layout/content.ts'
import type { Realtime } from '#realtime/open-realtime.ts'
import { type Keyring, keyring as openKeyring } from '#sealing/keyring.ts'
import { openDataApi } from './open-data-api.ts'
import { openFiles } from './open-files.ts'
import { openIdentity } from './open-identity.ts'
import { openRealtimeWith } from './open-realtime.ts'
import type { openConfiguredTracing } from './open-tracing.ts'

const FUNCTION_LIMIT_MS = 25_000

export type PlatformOptions = {
  config: PlatformConfig
  secrets: Secrets
  /** Already open; the caller closes it. */
  db: Database
  clock: Clock
  log: ServerLog
  mailBrand: MailBrand
  hooks?: IdentityHooks
  optionalMails?: OptionalMails
  /** Hashes passwords instead of the default scheme. */
  hashing?: HashingScheme | undefined
  /** The release, for collectors. */
  build?: Build
}

/** The composed platform. */
export type Platform = {
  config: PlatformConfig
  db: Database
  clock: Clock
  log: ServerLog
  metrics: Metrics
  /** null: nothing is traced. */
  tracing: Tracing | null
  limits: RateLimits
  keyring: Keyring
  auth: AuthNeeds
  files: Files
  rest: Rest
  switches: FeatureSwitches
  /** null: switched off. */
  realtime: Realtime | null
  /** The dependencies of a function host. */
  functionHost: HostNeeds
  optionalMails: OptionalMails
}

const noOptionalMails: OptionalMails = {
  isOptional: () => false,
  isSwitchedOff: async () => false,
}

/** Composes the platform. It neither listens nor runs jobs until it is started. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { config, secrets, db, clock, log, mailBrand, hashing } = options
  const { hooks = noHooks, optionalMails = noOptionalMails } = options
  const metrics = openMetrics(options.build)
  metrics.watchPool(db.stats)
  metrics.watchDatabase(async () => void (await db.ping()))
  const tracing = config.tracing
    ? await openTracing({ config: config.tracing, build: options.build, log, metrics })
    : null
  const switches = await openFeatureSwitches(db, log)
  const needs = { config, secrets, db, clock, log, metrics, hooks, mailBrand, hashing, switches }
  const auth = await openIdentity(needs)
  const { identity, apiKeys } = auth
  const { limits } = identity
  const rest = await openDataApi({ config: config.rest, db, clock, log, auth })
  metrics.watchAdmission(rest.admission)
  if (config.run !== 'worker') watchReplica(db, rest, log, metrics)

  return {
    config,
    db,
    clock,
    log,
    metrics,
    tracing,
    limits,
    keyring: openKeyring(secrets.encryptionKeys),
    auth,
    files: await openFiles({ secrets, db, clock, log, limits, config }),
    rest,
    switches,
    // A worker has no sockets.
    realtime:
      config.run === 'worker'
        ? null
        : openRealtimeWith({ config: config.realtime, db, clock, log, metrics, auth }),
    functionHost: {
      tokens: identity.tokens,
      apiKeys,
      admit: (bearer, rate) => admitCaller({ limits, clock }, bearer, rate),
      log,
      metrics,
      limitMs: FUNCTION_LIMIT_MS,
    },
    optionalMails,
  }
}

function watchReplica({ replica }: Database, rest: Rest, log: ServerLog, metrics: Metrics): void {
  const { replica: reads } = rest
  if (!replica || !reads) return
  metrics.watchReplica(() => reads.stats())
  replica.watch((state, err) => {
    if (state === 'in use') log.info({ state }, 'replica state changed')
    else log.warn({ state, err }, 'replica state changed')
  })
}

/** Imported here, so that a server without a collector loads nothing of it. */
async function openTracing(needs: Parameters<typeof openConfiguredTracing>[0]) {
  const { openConfiguredTracing } = await import('./open-tracing.ts')

  return openConfiguredTracing(needs)
}
