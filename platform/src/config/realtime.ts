import type { EnvironmentReader } from './environment.ts'

/** null: the surface does not exist. */
export type RealtimeConfig = {
  sockets: number
  socketsPerAddress: number
  socketsPerMember: number
  channelsPerSocket: number
  payloadBytes: number
  sentPerSecond: number
  unsentBytes: number
  allUnsentBytes: number
  presences: number
  privateOnly: boolean
  origins: string[]
  /** Deletions of rows under policies are told to all whose filter passes, as Supabase does. */
  tellsAllDeletes: boolean
} | null

const MIB = 1024 * 1024

/** Sockets, channels and broadcasts. */
export function readRealtime(env: EnvironmentReader): RealtimeConfig {
  const whole = (name: string, otherwise: number, max: number) =>
    env.whole(name, otherwise, { min: 1, max })
  const config = {
    sockets: whole('REALTIME_MAX_SOCKETS', 10_000, 1_000_000),
    socketsPerAddress: whole('REALTIME_MAX_SOCKETS_PER_ADDRESS', 200, 1_000_000),
    socketsPerMember: whole('REALTIME_MAX_SOCKETS_PER_MEMBER', 50, 1_000_000),
    channelsPerSocket: whole('REALTIME_MAX_CHANNELS_PER_SOCKET', 100, 10_000),
    payloadBytes: whole('REALTIME_MAX_PAYLOAD_KB', 256, 3_000) * 1024,
    sentPerSecond: whole('REALTIME_MAX_MESSAGES_PER_SECOND', 50_000, 10_000_000),
    unsentBytes: MIB,
    allUnsentBytes: whole('REALTIME_MAX_UNSENT_MB', 256, 65_536) * MIB,
    presences: whole('REALTIME_MAX_PRESENCES', 1_000, 100_000),
    privateOnly: env.flag('REALTIME_PRIVATE_ONLY', false),
    origins: readOrigins(env),
    tellsAllDeletes: env.oneOf('REALTIME_DELETES', ['policies', 'all'], 'policies') === 'all',
  }

  return env.flag('REALTIME_ENABLED', true) ? config : null
}

function readOrigins(env: EnvironmentReader): string[] {
  const origins = env.list('REALTIME_ORIGINS')
  const areOrigins = origins.every((one) => URL.canParse(one) && new URL(one).origin === one)
  if (!areOrigins) {
    env.problem('REALTIME_ORIGINS must be a list of origins such as https://example.com')
  }

  return origins
}
