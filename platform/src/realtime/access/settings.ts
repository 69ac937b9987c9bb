export type RealtimeSettings = {
  /** Sockets of this server, of one network, and of one member. */
  sockets: number
  socketsPerAddress: number
  socketsPerMember: number
  channelsPerSocket: number
  /** The largest payload of a broadcast. */
  payloadBytes: number
  /** Messages that this server sends per second. */
  sentPerSecond: number
  /** Unsent bytes of one socket, and of all. */
  unsentBytes: number
  allUnsentBytes: number
  /** Entries of one topic. */
  presences: number
  /** Refuses public channels. */
  privateOnly: boolean
  /** Pages of these origins alone may connect; empty: all. */
  origins: readonly string[]
}

/** Of one socket. */
export const JOIN_LIMIT = { burst: 100, perSecond: 20 }
export const BROADCAST_LIMIT = { burst: 200, perSecond: 100 }
export const TRACK_LIMIT = { burst: 5, perSecond: 5 / 30 }
/** Of one network. */
export const HANDSHAKE_LIMIT = { burst: 400, perSecond: 40 }
export const TRACK_BYTES = 64 * 1024
