import type { Clock } from '#clock/clock.ts'
import type { RealtimeConfig } from '#config/realtime.ts'
import type { Database } from '#db/database.ts'
import type { AuthNeeds } from '#http/auth/auth-needs.ts'
import type { Log } from '#log/log.ts'
import type { Metrics } from '#log/metrics.ts'
import { Realtime } from '#realtime/open-realtime.ts'

type Needs = {
  config: RealtimeConfig
  db: Database
  clock: Clock
  log: Log
  metrics: Metrics
  auth: AuthNeeds
}

export const REALTIME = '/realtime/v1'

/** Realtime with the platform's tokens and keys; null if it is switched off. */
export function openRealtimeWith({ config, metrics, auth, ...needs }: Needs): Realtime | null {
  if (config === null) return null
  const realtime = new Realtime({
    ...needs,
    tokens: auth.identity.tokens,
    apiKeys: auth.apiKeys,
    settings: config,
    tellsAllDeletes: config.tellsAllDeletes,
    count: metrics.counter('gitferry_realtime_events_total', 'Events of realtime sockets, by kind'),
  })
  metrics.watchRealtime(() => realtime.stats())

  return realtime
}
