import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

export type Exchange = {
  method: string
  url: URL
  headers: Record<string, string>
  body: readonly Uint8Array[]
  /** Without any progress for so long, the exchange fails. */
  silenceLimitMs: number
}

/** No progress; asking again at once would only take the caller's time. */
export class Silence extends Error {
  override readonly name = 'Silence'
}

const OPTIONS = { keepAlive: true, maxFreeSockets: 32 }
const agents = { http: new HttpAgent(OPTIONS), https: new HttpsAgent(OPTIONS) }

/** Sends a request over a kept connection, and resolves when the head of the answer is there. `fetch` would send streams without a length. */
export function exchange(order: Exchange): Promise<IncomingMessage> {
  const { method, url, headers, body, silenceLimitMs } = order
  const length = body.reduce((sum, piece) => sum + piece.length, 0)
  const hasBody = method === 'PUT' || method === 'POST'
  const options = {
    method,
    headers: { ...headers, ...(hasBody && { 'content-length': length }) },
  }

  return new Promise((resolve, reject) => {
    const request =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...options, agent: agents.https })
        : httpRequest(url, { ...options, agent: agents.http })

    request.once('error', reject)
    request.once('response', (response) => {
      // From here on the reader decides how long a pause may last, since its own client may be slow.
      request.setTimeout(0)
      // Whoever reads is told of a later error.
      request.on('error', () => {})
      response.on('error', () => {})
      resolve(response)
    })
    request.setTimeout(silenceLimitMs, () => request.destroy(silence(silenceLimitMs)))
    for (const piece of body) request.write(piece)
    request.end()
  })
}

/** The pieces of an answer, as fast as they are taken. An answer that is left early closes its connection. */
export async function* piecesOf(
  response: IncomingMessage,
  silenceLimitMs: number,
): AsyncGenerator<Buffer, void, void> {
  const pieces: AsyncIterator<Buffer> = response[Symbol.asyncIterator]()

  try {
    for (;;) {
      const limit = setTimeout(() => response.destroy(silence(silenceLimitMs)), silenceLimitMs)
      const next = await pieces.next().finally(() => clearTimeout(limit))
      if (next.done) return
      yield next.value
    }
  } finally {
    if (!response.complete || !response.readableEnded) response.destroy()
  }
}

const MAX_TEXT_BYTES = 1024 * 1024

/** A short answer; a longer one is cut. */
export async function textOf(response: IncomingMessage, silenceLimitMs: number): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of piecesOf(response, silenceLimitMs)) {
    pieces.push(piece)
    length += piece.length
    if (length > MAX_TEXT_BYTES) break
  }

  return Buffer.concat(pieces).toString('utf8')
}

const silence = (limitMs: number) => new Silence(`no progress in ${limitMs} ms`)
