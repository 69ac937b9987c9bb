import { request as open } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { ADDRESS_HEADER, FAILED_HEADER } from './runner-script.ts'

/** `failed`: the function threw, or its process ended. `late`: it did not begin to answer in time. */
export type Forwarded = Response | 'failed' | 'late'

type Target = {
  socket: string
  limitMs: number
  /** Called once the answer is complete, or given up. */
  done(): void
}

/** Headers of one connection, which say nothing on another. */
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer'])
const WITHOUT_BODY = new Set([204, 205, 304])

/** Passes a request to a function's socket and streams the answer back. `address` is what the function sees as its own. */
export function forwardRequest(
  request: Request,
  address: string,
  { socket, limitMs, done }: Target,
): Promise<Forwarded> {
  return new Promise((resolve) => {
    const headers = Object.fromEntries([...request.headers].filter(([name]) => !HOP.has(name)))
    const outgoing = open({
      socketPath: socket,
      method: request.method,
      path: '/',
      // Deno would close after its answer, which is lost where that comes before the last write of the body.
      headers: { ...headers, connection: 'keep-alive', [ADDRESS_HEADER]: address },
      agent: false,
    })
    const limit = setTimeout(() => {
      resolve('late')
      outgoing.destroy()
    }, limitMs)
    outgoing.once('response', (incoming) => {
      clearTimeout(limit)
      const hasFailed = incoming.headers[FAILED_HEADER] !== undefined
      if (hasFailed) incoming.resume()
      resolve(hasFailed ? 'failed' : responseOf(incoming, request.method))
    })
    outgoing.on('error', () => resolve('failed'))
    outgoing.once('close', () => {
      clearTimeout(limit)
      resolve('failed')
      done()
    })
    // A client that goes away takes its request with it.
    request.signal.addEventListener('abort', () => outgoing.destroy(), { once: true })
    if (request.body === null) outgoing.end()
    else {
      const body = Readable.fromWeb(request.body as ReadableStream)
      body.once('error', () => outgoing.destroy())
      body.pipe(outgoing)
      // An answer may come before the body's end, whose rest is read: clients that still send it would not read the answer.
      outgoing.once('close', () => void body.unpipe().resume())
    }
  })
}

type Incoming = Readable & { statusCode?: number | undefined; rawHeaders: string[] }

function responseOf(incoming: Incoming, method: string): Response {
  const status = incoming.statusCode ?? 500
  const headers = new Headers()
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    const name = incoming.rawHeaders[i] ?? ''
    if (!HOP.has(name.toLowerCase())) headers.append(name, incoming.rawHeaders[i + 1] ?? '')
  }
  const isEmpty = WITHOUT_BODY.has(status) || method === 'HEAD'
  if (isEmpty) incoming.resume()

  return new Response(isEmpty ? null : (Readable.toWeb(incoming) as never), { status, headers })
}
