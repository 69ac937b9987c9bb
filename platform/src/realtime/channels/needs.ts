import type { Clock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import type { Log } from '#log/log.ts'
import type { Counts } from '#realtime/access/counts.ts'
import type { RealtimeSettings } from '#realtime/access/settings.ts'
import type { ChangesFeed } from '#realtime/changes/changes-feed.ts'
import type { Relay } from '#realtime/relay/relay.ts'
import type { ApiKeys } from '#tokens/api-keys.ts'
import type { Tokens } from '#tokens/open-tokens.ts'
import type { Hub } from './hub.ts'

/** What happened, for metrics. */
export type RealtimeEvent =
  | 'join'
  | 'join refused'
  | 'broadcast'
  | 'presence'
  | 'change'
  | 'gap'
  | 'limit'
  | 'session ended'

export type ChannelNeeds = {
  db: Database
  clock: Clock
  log: Log
  tokens: Tokens
  apiKeys: ApiKeys
  settings: RealtimeSettings
  hub: Hub
  relay: Relay
  changes: ChangesFeed
  /** Sockets of each member. */
  members: Counts
  isDraining: () => boolean
  count: (event: RealtimeEvent) => void
}
