import { isObject, type Payload } from '#realtime/wire/message.ts'
import { bindingInTopic } from './changes.ts'
import type { ChannelConfig } from './socket.ts'

export type Replay = { sinceMs: number; limit: number }

export type JoinConfig = {
  /** What stays as long as the channel. */
  channel: ChannelConfig
  /** null: not asked for. */
  replay: Replay | 'invalid' | null
  replicationReady: boolean
  changes: readonly Payload[]
  token: string | null
}

const MOST_REPLAYED = 25
const LONGEST_KEY = 1_000

/** Reads the payload of a join. Anything of a wrong type counts as absent. */
export function readJoin(payload: Payload, name: string): JoinConfig {
  const isOfOldClient = !isObject(payload.config)
  const config = objectIn(payload, 'config')
  const broadcast = objectIn(config, 'broadcast')
  const presence = objectIn(config, 'presence')
  const { postgres_changes: changes } = config

  return {
    channel: {
      isPrivate: flag(config.private),
      self: flag(broadcast.self),
      ack: flag(broadcast.ack),
      presence: flag(presence.enabled),
      presenceKey: keyOf(presence.key),
      isOfOldClient,
    },
    replay: replayOf(broadcast.replay),
    replicationReady: flag(broadcast.replication_ready),
    changes: isOfOldClient ? [bindingInTopic(name)] : bindingsIn(changes),
    token: tokenIn(payload),
  }
}

const bindingsIn = (changes: unknown) => (Array.isArray(changes) ? changes.filter(isObject) : [])

/** The token of a payload; null: that of the socket's key. */
function tokenIn({ access_token, user_token }: Payload): string | null {
  const token = access_token ?? user_token

  return typeof token === 'string' && token !== '' && !token.startsWith('sb_') ? token : null
}

function keyOf(key: unknown): string | null {
  const text = typeof key === 'number' ? String(key) : key
  const isUsable =
    typeof text === 'string' &&
    text !== '' &&
    text.length <= LONGEST_KEY &&
    !text.includes('\u0000')

  return isUsable ? text : null
}

function replayOf(replay: unknown): JoinConfig['replay'] {
  if (replay === undefined || replay === null) return null
  if (!isObject(replay)) return 'invalid'
  const { since, limit = MOST_REPLAYED } = replay
  const isUsable =
    Number.isSafeInteger(since) &&
    Math.abs(since as number) <= LATEST_MS &&
    Number.isInteger(limit) &&
    (limit as number) > 0

  return isUsable
    ? { sinceMs: since as number, limit: Math.min(limit as number, MOST_REPLAYED) }
    : 'invalid'
}

/** The last instant that a Date can express. */
const LATEST_MS = 8.64e15

const flag = (value: unknown) => value === true || value === 'true'

function objectIn(payload: Payload, name: string): Payload {
  const value = payload[name]

  return isObject(value) ? value : {}
}
