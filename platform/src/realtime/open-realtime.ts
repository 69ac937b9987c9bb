import type { Clock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import type { Log } from '#log/log.ts'
import type { ApiKeys } from '#tokens/api-keys.ts'
import type { Tokens } from '#tokens/open-tokens.ts'
import { Buckets } from './access/buckets.ts'
import { Counts } from './access/counts.ts'
import type { Caller } from './access/read-token.ts'
import { HANDSHAKE_LIMIT, type RealtimeSettings } from './access/settings.ts'
import { openChangesFeed } from './changes/open-changes-feed.ts'
import { deliverTold } from './channels/broadcast.ts'
import { failChannel, removeChannel } from './channels/end-channel.ts'
import { Hub } from './channels/hub.ts'
import type { ChannelNeeds, RealtimeEvent } from './channels/needs.ts'
import { applyPresence } from './channels/presence.ts'
import { receiveFrame } from './channels/receive.ts'
import { ClientSocket, type Link } from './channels/socket.ts'
import { checkSessions, endSessions, sweepSockets } from './channels/sweep.ts'
import { UnsentWatch } from './channels/unsent.ts'
import { Relay } from './relay/relay.ts'
import type { RelayRow } from './relay/relay-table.ts'
import type { Version } from './wire/message.ts'

type Needs = {
  db: Database
  clock: Clock
  log: Log
  tokens: Tokens
  apiKeys: ApiKeys
  settings: RealtimeSettings
  /** Whether deletions of rows under policies are told to all whose filter passes. */
  tellsAllDeletes: boolean
  count: (event: RealtimeEvent) => void
}

export type RealtimeStats = { sockets: number; channels: number; unsentBytes: number }

/** What a new socket is known by. */
export type Opening = {
  link: Link
  version: Version
  caller: Caller
  network: string
  headers: string
}

/** Why no socket is opened now. */
export type OpeningRefusal = 'restarting' | 'too many sockets' | 'too many handshakes'

const SWEEP_EVERY_MS = 1_000
const SESSIONS_EVERY_MS = 30_000
const RESTARTING = 1012
/** After a close frame, clients that do not answer are disconnected. */
const CLOSING_MS = 1_000

/** Sockets, their channels, and the relay between servers. */
export class Realtime {
  /** For routes that send without a socket. */
  readonly needs: ChannelNeeds
  readonly #sockets = new Set<ClientSocket>()
  readonly #addresses = new Counts()
  readonly #handshakes = new Buckets(HANDSHAKE_LIMIT)
  readonly #unsent: UnsentWatch
  readonly #timers: NodeJS.Timeout[] = []
  #state: 'starting' | 'open' | 'draining' = 'starting'
  #opening: Promise<void> = Promise.resolve()
  #checking: Promise<void> = Promise.resolve()

  constructor(given: Needs) {
    const { db, log, settings, tellsAllDeletes } = given
    const pollMs = POLL_MS[db.kind]
    this.#unsent = new UnsentWatch(settings.allUnsentBytes)
    this.needs = {
      ...given,
      relay: new Relay({
        db,
        log,
        pollMs: () => (this.#sockets.size === 0 ? null : pollMs),
        listener: {
          told: (row) => told(this.needs, this.#sockets, row),
          gap: (reason) => this.#rejoinAll(reason),
        },
      }),
      changes: openChangesFeed({ db, log, tellsAllDeletes }),
      hub: new Hub(settings.sentPerSecond),
      members: new Counts(),
      isDraining: () => this.#state === 'draining',
    }
  }

  /** Counts a handshake of the network; null: it may go on. */
  takeHandshake(network: string): OpeningRefusal | null {
    if (this.#state !== 'open') return 'restarting'

    return this.#handshakes.take(network, performance.now()) ? null : 'too many handshakes'
  }

  /** Why the network gets no further socket now. */
  refusal(network: string): OpeningRefusal | null {
    const { sockets, socketsPerAddress } = this.needs.settings
    if (this.#state !== 'open') return 'restarting'
    const isFull = this.#sockets.size >= sockets

    return isFull || this.#addresses.of(network) >= socketsPerAddress ? 'too many sockets' : null
  }

  /** Beside other servers, resolves when they know this one, so that no client of theirs is missed. */
  opened(): Promise<void> {
    return this.#opening
  }

  open(opening: Opening): ClientSocket {
    const { unsentBytes: unsentLimit } = this.needs.settings
    const socket = new ClientSocket({ ...opening, unsentLimit })
    this.#sockets.add(socket)
    this.#addresses.add(opening.network, 1)

    return socket
  }

  receive(socket: ClientSocket, data: Buffer, isBinary: boolean): void {
    receiveFrame(this.needs, socket, data, isBinary)
  }

  closed(socket: ClientSocket): void {
    if (!this.#sockets.delete(socket)) return
    socket.isOpen = false
    this.#addresses.add(socket.network, -1)
    for (const member of socket.members) this.needs.members.add(member, -1)
    for (const channel of [...socket.channels.values()]) removeChannel(this.needs, channel)
  }

  /** A transaction of this process has committed. */
  wake(): void {
    this.needs.relay.wake()
  }

  stats(): RealtimeStats {
    return {
      sockets: this.#sockets.size,
      channels: this.needs.hub.channelCount,
      unsentBytes: this.#unsent.total(this.#sockets),
    }
  }

  async start(): Promise<void> {
    await this.needs.relay.start()
    await this.needs.changes.start()
    this.#opening = pause(this.needs.relay.noticeMs)
    this.#state = 'open'
    this.#timers.push(
      setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref(),
      setInterval(() => this.#check(), SESSIONS_EVERY_MS).unref(),
    )
  }

  /** Closes all sockets, spread over the delay. */
  async drain(delayMs: number): Promise<void> {
    this.#state = 'draining'
    await closeAll([...this.#sockets], delayMs)
    for (const timer of this.#timers) clearInterval(timer)
    await this.#checking
    await this.needs.changes.stop()
    await this.needs.relay.stop()
  }

  #sweep(): void {
    sweepSockets(this.needs, this.#sockets)
    this.#unsent.sweep(this.#sockets)
    this.#handshakes.sweep(performance.now())
  }

  #check(): void {
    this.#checking = checkSessions(this.needs, this.#sockets).catch((err: unknown) =>
      this.needs.log.warn({ err }, 'realtime sessions not checked'),
    )
  }

  #rejoinAll(reason: string): void {
    this.needs.log.warn({ reason }, 'realtime clients join anew')
    for (const socket of this.#sockets) {
      for (const channel of [...socket.channels.values()]) failChannel(this.needs, channel)
    }
  }
}

const POLL_MS = { postgres: 100, embedded: 1_000 }

function told(needs: ChannelNeeds, sockets: ReadonlySet<ClientSocket>, row: RelayRow): void {
  if (row.kind === 'broadcast') deliverTold(needs, row)
  else if (row.kind === 'presence') {
    applyPresence(needs, { name: row.topic, isPrivate: row.private }, row.body)
  } else endTold(needs, sockets, row)
}

function endTold(needs: ChannelNeeds, sockets: ReadonlySet<ClientSocket>, row: RelayRow): void {
  const { users, sessions } = JSON.parse(row.body.toString()) as {
    users?: string[]
    sessions?: string[]
  }
  const over = new Set([...(users ?? []), ...(sessions ?? [])])
  endSessions(
    needs,
    sockets,
    ({ userId, sessionId }) => over.has(userId) || (sessionId !== null && over.has(sessionId)),
  )
}

/** Not all at once, since each client soon connects elsewhere. */
async function closeAll(sockets: readonly ClientSocket[], delayMs: number): Promise<void> {
  const steps = Math.max(1, Math.min(sockets.length, Math.floor(delayMs / STEP_MS)))
  const perStep = Math.ceil(sockets.length / steps)
  for (let i = 0; i < sockets.length; i += perStep) {
    if (i > 0) await pause(STEP_MS)
    for (const socket of sockets.slice(i, i + perStep)) socket.close(RESTARTING, 'Restarting')
  }
  const limit = performance.now() + CLOSING_MS
  while (sockets.some(({ isOpen }) => isOpen) && performance.now() < limit) await pause(LOOK_MS)
  for (const socket of sockets) socket.destroy()
}

const STEP_MS = 20
const LOOK_MS = 20
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
