import {
  IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import type { Trace } from '#log/trace.ts'

/** A request with information that the frame adds. */
export class FramedRequest extends IncomingMessage {
  requestId = ''
  clientAddress = ''
  /** undefined: nothing is traced. */
  trace: Trace | undefined = undefined
  /** The first bytes after the request, if its connection may become a WebSocket. */
  upgradeHead: Buffer | null = null
}

/**
 * Node asks for `upgrade` after it has read the headers. Requests for other protocols, such as h2c, are answered as plain HTTP. Defined on the
 * prototype, because the parent's constructor assigns it before fields of this class exist.
 */
const UPGRADES = new WeakSet<IncomingMessage>()
Object.defineProperty(FramedRequest.prototype, 'upgrade', {
  get(this: FramedRequest) {
    return UPGRADES.has(this) && isWebSocket(this)
  },
  set(this: FramedRequest, value: unknown) {
    if (value) UPGRADES.add(this)
    else if (value === false) UPGRADES.delete(this)
  },
})

const isWebSocket = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Adds the frame's headers when it is sent, unless the answer already has a header of that name. Headers common to all answers belong here:
 * adding them to a web Response costs more than the answer.
 */
export class FramedResponse extends ServerResponse<FramedRequest> {
  /** Alternating lower-case names and values. */
  frameHeaders: string[] = []
  /** Called before anything of the answer is sent. */
  beforeHead: (() => void) | null = null
  isUpgraded = false

  /** The connection is a WebSocket from now on: for the frame, the request is answered. */
  upgraded(): void {
    if (this.socket) this.detachSocket(this.socket)
    this.statusCode = 101
    this.isUpgraded = true
    this.emit('close')
  }

  override writeHead(...head: [status: number, ...more: unknown[]]): this {
    const [status, headers] = head
    this.beforeHead?.()
    if (head.length === 2 && isObject(headers) && this.getHeaderNames().length === 0) {
      // Node sends such a list unchanged; headers that are set individually are first stored and merged.
      return super.writeHead(status, withOthers(listOf(headers), this.frameHeaders))
    }
    for (let i = 0; i < this.frameHeaders.length; i += 2) {
      const name = this.frameHeaders[i] ?? ''
      if (!this.hasHeader(name)) this.setHeader(name, this.frameHeaders[i + 1] ?? '')
    }
    return super.writeHead(...(head as Parameters<ServerResponse['writeHead']>))
  }
}

type Headers = OutgoingHttpHeader[] | OutgoingHttpHeaders

const isObject = (value: unknown): value is Headers => typeof value === 'object' && value !== null

/** Alternating names and values. A value may be a list. */
function listOf(headers: Headers): OutgoingHttpHeader[] {
  if (Array.isArray(headers)) return headers
  const list: OutgoingHttpHeader[] = []
  // Node throws for an undefined value.
  for (const name in headers) list.push(name, headers[name] as OutgoingHttpHeader)

  return list
}

function withOthers(
  list: readonly OutgoingHttpHeader[],
  others: readonly string[],
): OutgoingHttpHeader[] {
  const all = [...list]
  for (let i = 0; i < others.length; i += 2) {
    const name = others[i] ?? ''
    if (!hasName(all, name)) all.push(name, others[i + 1] ?? '')
  }
  return all
}

function hasName(list: readonly OutgoingHttpHeader[], name: string): boolean {
  for (let i = 0; i < list.length; i += 2) {
    const other = String(list[i])
    if (other.length === name.length && other.toLowerCase() === name) return true
  }
  return false
}

/** Answers an HTTP request. */
export type Handler = (incoming: FramedRequest, outgoing: FramedResponse) => void

/** Node returns some repeated headers as a list. */
export const headerText = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header

/** The path without the query, which may carry tokens and codes and must not be logged. */
export function pathOf({ url = '/' }: Pick<FramedRequest, 'url'>): string {
  const question = url.indexOf('?')

  return question === -1 ? url : url.slice(0, question)
}
