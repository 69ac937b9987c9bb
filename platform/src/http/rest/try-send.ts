import type { ServerResponse } from 'node:http'
import type { Answer, RestRequest } from './rest-request.ts'

const VARY = 'Accept, Prefer, Range'

/** How long an answer is and how it travels is nobody else's to say. */
const isOurs = (name: string): boolean => OURS.has(name.toLowerCase())
const OURS = new Set(['connection', 'content-length', 'transfer-encoding'])

/** False when a header holds what none can, as one that SQL gave may: then nothing was sent. */
export function trySend(
  outgoing: ServerResponse,
  { method }: RestRequest,
  answer: Answer,
): boolean {
  const { status, headers, body } = answer
  const isBodiless = method === 'HEAD' || status === 204 || status === 304
  const text = isBodiless ? undefined : (body ?? '')
  const lines = ['vary', VARY]
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
