import { Bucket } from '#realtime/access/buckets.ts'
import type { Caller } from '#realtime/access/read-token.ts'
import type { Extension, Question } from '#realtime/access/rights.ts'
import { BROADCAST_LIMIT, JOIN_LIMIT, TRACK_LIMIT } from '#realtime/access/settings.ts'
import type { ChangeSubscription } from '#realtime/changes/changes-feed.ts'
import { type Broadcast, encodeMessage, type ServerMessage } from '#realtime/wire/encode.ts'
import type { Ref, Version } from '#realtime/wire/message.ts'

/** The connection below a socket. */
export type Link = {
  write(frame: Buffer): void
  close(code: number, reason: string): void
  destroy(): void
  unsentBytes(): number
  /** Everything that was written, unsent bytes included. */
  writtenBytes(): number
}

type SocketOptions = {
  link: Link
  version: Version
  caller: Caller
  /** The client's network. */
  network: string
  /** Headers of the handshake as JSON, without credentials. */
  headers: string
  unsentLimit: number
}

const LIMITS = { joins: JOIN_LIMIT, broadcasts: BROADCAST_LIMIT, tracks: TRACK_LIMIT }

/** A client's connection with its channels, by their topics. */
export class ClientSocket {
  readonly link: Link
  readonly version: Version
  /** Of the key that opened it; channels without a token have the same. */
  readonly caller: Caller
  readonly network: string
  readonly headers: string
  readonly channels = new Map<string, Channel>()
  /** The accounts of its channels, for their limit. */
  readonly members: string[] = []
  heardMs = performance.now()
  /** Since when it has had no channel. */
  idleSinceMs = this.heardMs
  isOpen = true
  /** A close frame was sent: nothing more is handled. */
  isClosing = false
  readonly #unsentLimit: number
  #buckets: Partial<Record<keyof typeof LIMITS, Bucket>> | null = null
  #malformed: { count: number; sinceMs: number } | null = null

  constructor(options: SocketOptions) {
    this.link = options.link
    this.version = options.version
    this.caller = options.caller
    this.network = options.network
    this.headers = options.headers
    this.#unsentLimit = options.unsentLimit
  }

  /** One encoded frame may go to many sockets. A client that does not read is disconnected. */
  write(frame: Buffer): void {
    if (!this.isOpen) return
    this.link.write(frame)
    this.checkUnsent()
  }

  checkUnsent(): void {
    if (this.link.unsentBytes() > this.#unsentLimit) this.destroy()
  }

  send(message: ServerMessage): void {
    if (this.isOpen) this.write(encodeMessage(this.version, message))
  }

  reply(to: { joinRef: Ref; ref: Ref; topic: string }, status: 'ok' | 'error', response: object) {
    const { joinRef, ref, topic } = to
    this.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  close(code: number, reason: string): void {
    if (!this.isOpen) return
    this.isClosing = true
    this.link.close(code, reason)
  }

  destroy(): void {
    if (this.isOpen) this.link.destroy()
  }

  /** Takes one token of a limit of this socket. */
  take(limit: keyof typeof LIMITS): boolean {
    const now = performance.now()
    this.#buckets ??= {}
    const bucket = this.#buckets[limit] ?? new Bucket(LIMITS[limit], now)
    this.#buckets[limit] = bucket

    return bucket.take(now)
  }

  /** Counts a malformed frame; whether it is the tenth within a minute. */
  countMalformed(): boolean {
    const now = performance.now()
    if (!this.#malformed || now - this.#malformed.sinceMs > MINUTE_MS) {
      this.#malformed = { count: 0, sinceMs: now }
    }
    this.#malformed.count += 1

    return this.#malformed.count >= MOST_MALFORMED
  }
}

const MINUTE_MS = 60_000
const MOST_MALFORMED = 10

export type ChannelState = 'joining' | 'joined' | 'closed'

export type ChannelConfig = {
  isPrivate: boolean
  /** Whether the sender gets its own broadcasts. */
  self: boolean
  ack: boolean
  /** null: a random one at the first `track`. */
  presenceKey: string | null
  presence: boolean
  /** Without `config`: changes come as events of their own name. */
  isOfOldClient: boolean
}

/** A broadcast that arrives while stored ones are read. */
type Held = { frame: Buffer; id: string | null }

const MOST_HELD = 1_000

type ChannelOptions = { socket: ClientSocket; topic: string; joinRef: Ref; config: ChannelConfig }

/** One subscription of a socket to a topic. */
export class Channel {
  readonly socket: ClientSocket
  /** As on the wire, with `realtime:`. */
  readonly topic: string
  readonly joinRef: Ref
  readonly config: ChannelConfig
  caller: Caller
  state: ChannelState = 'joining'
  reads: Record<Extension, boolean> = { broadcast: true, presence: true }
  /** Answers of the policies, asked at the first message. */
  writes: Partial<Record<Extension, Promise<boolean>>> = {}
  /** When the policies were last asked. */
  checkedMs = performance.now()
  /** The entry that this channel tracks. */
  tracked: { ref: string; payload: string } | null = null
  /** The token that the client sent last. */
  lastToken: string | null = null
  /** The message that is being handled; a leave waits for it. */
  work: Promise<void> | null = null
  changes: ChangeSubscription | null = null
  /** Ids of stored messages that were sent already. */
  replayed: Set<string> | null = null
  held: Held[] | null = null

  constructor(options: ChannelOptions) {
    this.socket = options.socket
    this.topic = options.topic
    this.joinRef = options.joinRef
    this.config = options.config
    this.caller = options.socket.caller
  }

  get name(): string {
    return this.topic.slice(PREFIX.length)
  }

  get question(): Question {
    return { caller: this.caller, topic: this.name, headers: this.socket.headers }
  }

  /** While stored messages are read, others are held. */
  get takesBroadcasts(): boolean {
    return this.reads.broadcast && (this.state === 'joined' || this.held !== null)
  }

  /** Sends a broadcast, unless a replay has sent it or will decide about it. */
  deliver(frame: Buffer, { meta }: Broadcast): void {
    if (this.replayed === null && this.held === null) {
      this.socket.write(frame)
      return
    }
    const id = meta === null ? null : idIn(meta)
    if (this.held) {
      this.held.push({ frame, id })
      if (this.held.length > MOST_HELD) this.socket.destroy()
    } else if (id === null || !this.replayed?.has(id)) {
      this.socket.write(frame)
    }
  }

  releaseHeld(): void {
    const held = this.held ?? []
    this.held = null
    for (const { frame, id } of held) {
      if (id === null || !this.replayed?.has(id)) this.socket.write(frame)
    }
  }

  send(event: string, payload: object): void {
    this.socket.send({ joinRef: this.joinRef, topic: this.topic, event, payload })
  }

  system(status: 'ok' | 'error', message: string, extension = 'system'): void {
    this.send('system', { extension, status, message, channel: this.name })
  }
}

export const PREFIX = 'realtime:'

const idIn = (meta: string): string | null => {
  const { id } = JSON.parse(meta) as { id?: unknown }

  return typeof id === 'string' ? id : null
}
