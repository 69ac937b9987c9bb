import type { ServerResponse } from 'node:http'
import type { Answer, RestRequest } from './rest-request.ts'

/** SQL must not override length and transfer of an answer. */
const isOurs = (name: string): boolean =>
  OURS.some((ours) => ours.length === name.length && ours === name.toLowerCase())
const OURS = ['connection', 'content-length', 'transfer-encoding']

/** False, with nothing sent, when a header is invalid, as one from SQL may be. */
export function trySend(
  outgoing: ServerResponse,
  { method }: RestRequest,
  answer: Answer,
  vary: string,
): boolean {
  const { status, headers, body } = answer
  const isBodiless = method === 'HEAD' || status === 204 || status === 304
  const text = isBodiless ? undefined : (body ?? '')
  const lines = ['vary', vary]
  for (const [name, value] of headers) if (!isOurs(name)) lines.push(name, value)
  if (text !== undefined) lines.push('content-length', String(Buffer.byteLength(text)))

  try {
    outgoing.writeHead(status, lines)
  } catch (error) {
    if (outgoing.headersSent) throw error
    for (let i = 0; i < lines.length; i += 2) outgoing.removeHeader(lines[i] ?? '')
    return false
  }
  outgoing.end(text)
  return true
}
