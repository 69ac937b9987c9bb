import type { Socket } from 'node:net'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import type { FramedRequest, FramedResponse } from '#http/frame/framed-request.ts'
import { networkOf } from '#limits/network.ts'
import { readToken, type TokenRefusal } from '#realtime/access/read-token.ts'
import type { ClientSocket, Link } from '#realtime/channels/socket.ts'
import type { OpeningRefusal, Realtime } from '#realtime/open-realtime.ts'
import type { Version } from '#realtime/wire/message.ts'
import { handshakeHeaders } from './handshake-headers.ts'

/** Frames may exceed the largest payload by their topic and form. */
const FRAME_MARGIN_BYTES = 64 * 1024
/** Of one message, and of one frame as it arrives: small pieces cost far more memory than their bytes. */
const MOST_FRAGMENTS = 1_024
const MOST_CHUNKS = 16_384
const RETRY_AFTER_S = '5'

type Refused = { status: number; text: string; retryAfter?: string }

/** `GET /realtime/v1/websocket`: checks the key, then shakes hands. */
export function realtimeSockets(realtime: Realtime) {
  const { settings } = realtime.needs
  const handshake = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: settings.payloadBytes + FRAME_MARGIN_BYTES,
    maxFragments: MOST_FRAGMENTS,
    maxBufferedChunks: MOST_CHUNKS,
    WebSocket: RealtimeWebSocket,
  })

  return async (incoming: FramedRequest, outgoing: FramedResponse): Promise<void> => {
    const { upgradeHead, socket } = incoming
    const network = networkOf(incoming.clientAddress)
    const accepted = await accept(realtime, incoming, network)
    if ('status' in accepted) return refuse(outgoing, accepted)
    if (upgradeHead === null) return refuse(outgoing, UPGRADE_REQUIRED)
    await realtime.opened()
    // It may have become full, or begun to drain, while the key was read.
    const refusal = realtime.refusal(network)
    if (refusal) return refuse(outgoing, OPENING_REFUSALS[refusal])

    outgoing.upgraded()
    handshake.handleUpgrade(incoming, socket, upgradeHead, (connection) => {
      connection.serve(realtime, {
        ...accepted,
        network,
        headers: handshakeHeaders(incoming),
        link: linkOf(connection, socket),
      })
    })
  }
}

const UPGRADE_REQUIRED: Refused = { status: 426, text: 'Upgrade required' }

const OPENING_REFUSALS: Record<OpeningRefusal, Refused> = {
  restarting: {
    status: 503,
    text: 'Realtime is restarting, please standby',
    retryAfter: RETRY_AFTER_S,
  },
  'too many sockets': { status: 429, text: 'Too many connected users' },
  'too many handshakes': { status: 429, text: 'Too many joins per second' },
}

async function accept(realtime: Realtime, incoming: FramedRequest, network: string) {
  const { settings } = realtime.needs
  const { searchParams } = new URL(incoming.url ?? '/', 'http://localhost')
  const { origin } = incoming.headers
  if (origin !== undefined && settings.origins.length > 0 && !settings.origins.includes(origin)) {
    return { status: 403, text: 'Origin is not allowed' }
  }
  const version = searchParams.get('vsn') ?? '1.0.0'
  if (!isVersion(version)) return { status: 400, text: 'Unsupported version' }
  const refusal = realtime.takeHandshake(network) ?? realtime.refusal(network)
  if (refusal) return OPENING_REFUSALS[refusal]
  const key = incoming.headers['x-api-key'] ?? searchParams.get('apikey')
  if (typeof key !== 'string' || key === '') return { status: 401, text: 'API key is missing' }
  const verdict = await readToken(realtime.needs, key)
  if ('refusal' in verdict) return { status: 401, text: textOf(verdict.refusal) }

  return { caller: verdict.caller, version }
}

const isVersion = (version: string): version is Version =>
  version === '1.0.0' || version === '2.0.0'

const textOf = ({ isExpired, text }: TokenRefusal) => (isExpired ? 'Token has expired' : text)

function refuse(outgoing: FramedResponse, { status, text, retryAfter }: Refused): void {
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    connection: 'close',
    ...(retryAfter && { 'retry-after': retryAfter }),
  })
  outgoing.end(JSON.stringify({ error: text }))
}

/** Handlers of all sockets share their functions, because ten thousand sockets would keep as many closures. */
class RealtimeWebSocket extends WebSocket {
  realtime: Realtime | null = null
  client: ClientSocket | null = null

  serve(realtime: Realtime, opening: Parameters<Realtime['open']>[0]): void {
    this.realtime = realtime
    this.client = realtime.open(opening)
    this.on('message', onMessage)
    this.on('ping', onPing)
    this.on('close', onClose)
    this.on('error', onError)
  }
}

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  const { realtime, client } = this as RealtimeWebSocket
  if (client?.isOpen) realtime?.receive(client, data as Buffer, isBinary)
}

/** Answers to pings wait like messages if the client does not read. */
function onPing(this: WebSocket): void {
  const { client } = this as RealtimeWebSocket
  client?.checkUnsent()
}

function onClose(this: WebSocket): void {
  const { realtime, client } = this as RealtimeWebSocket
  if (client) realtime?.closed(client)
}

/** Bad frames: the library closes the connection itself. */
function onError(): void {}

/** Frames are written to the socket below, where one Buffer may serve many clients. */
const linkOf = (connection: WebSocket, socket: Socket): Link => new SocketLink(connection, socket)

class SocketLink implements Link {
  readonly #connection: WebSocket
  readonly #socket: Socket

  constructor(connection: WebSocket, socket: Socket) {
    this.#connection = connection
    this.#socket = socket
  }

  write(frame: Buffer): void {
    // After a close frame nothing may follow.
    if (this.#connection.readyState === WebSocket.OPEN) this.#socket.write(frame)
  }

  close(code: number, reason: string): void {
    this.#connection.close(code, reason)
  }

  destroy(): void {
    this.#connection.terminate()
  }

  unsentBytes(): number {
    return this.#socket.writableLength
  }

  writtenBytes(): number {
    return this.#socket.bytesWritten
  }
}
