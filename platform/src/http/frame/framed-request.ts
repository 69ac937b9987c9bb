import {
  IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'

/** A request with the facts that the frame adds. */
export class FramedRequest extends IncomingMessage {
  requestId = ''
  clientAddress = ''
}

/**
 * An answer that gets the frame's headers as it is sent, unless it has its own of that name. What all answers of a
 * surface have belongs there: to add it to a web Response costs more than to answer.
 */
export class FramedResponse extends ServerResponse<FramedRequest> {
  /** Names in lower case and values, in turn. */
  frameHeaders: string[] = []

  override writeHead(...head: [status: number, ...more: unknown[]]): this {
    const [status, headers] = head
    if (head.length === 2 && isObject(headers) && this.getHeaderNames().length === 0) {
      // Node sends such a list as it is; headers that are set one by one are stored and merged first.
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

const isObject = (given: unknown): given is Headers => typeof given === 'object' && given !== null

/** Names and values in turn. A value may be a list. */
function listOf(headers: Headers): OutgoingHttpHeader[] {
  if (Array.isArray(headers)) return headers
  const list: OutgoingHttpHeader[] = []
  // Node refuses a value that is undefined.
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

/** Answers a request. */
export type Handler = (incoming: FramedRequest, outgoing: FramedResponse) => void

/** Node returns some repeated headers as a list. */
export const headerText = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header

/** The path without the query, which may carry tokens and codes and must not be logged. */
export function pathOf({ url = '/' }: Pick<FramedRequest, 'url'>): string {
  const question = url.indexOf('?')

  return question === -1 ? url : url.slice(0, question)
}
