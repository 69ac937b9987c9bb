import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { AddressRefused, isPublicAddress, publicLookup } from './public-address.ts'

const LIMIT_MS = 5_000

export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
}

export type PublicAddresses = {
  mostBytes: number
  /** Accepts plain http to this machine, for stand-ins. */
  allowsLoopback: boolean
}

/** Fetches a text from an address that somebody else chose: by https, from a public address, without redirects, within 5 s. */
export async function fetchPublic(url: string, options: PublicAddresses): Promise<string> {
  const { status, body } = await ask(url, { method: 'GET', headers: {} }, options)
  if (status !== 200) throw new FetchFailed(`the server answered ${status}`)

  return body.toString('utf8')
}

export type PublicFetch = (url: string, call: Call) => Promise<Response>

type Call = {
  method: string
  headers: Headers | Record<string, string>
  body?: RequestInit['body'] | undefined
}

/** `fetch` under the same rules, for libraries. Redirects are answered as they are. */
export const publicFetch =
  (options: PublicAddresses): PublicFetch =>
  async (url, { method, headers, body }) => {
    const sent = new Request(url, { method, headers: new Headers(headers), body: body ?? null })
    const request = {
      method: sent.method,
      headers: Object.fromEntries(sent.headers),
      body: Buffer.from(await sent.arrayBuffer()),
    }
    try {
      const { status, headers, body } = await ask(sent.url, request, options)
      const isEmpty = BODILESS.includes(status)

      return new Response(isEmpty ? null : new Uint8Array(body), { status, headers })
    } catch (cause) {
      // As `fetch` fails, which is what libraries expect.
      throw new TypeError('fetch failed', { cause })
    }
  }

const BODILESS = [204, 205, 304]

type PublicRequest = { method: string; headers: Record<string, string>; body?: Buffer }
type Answer = { status: number; headers: Headers; body: Buffer }

async function ask(url: string, request: PublicRequest, options: PublicAddresses): Promise<Answer> {
  const target = URL.canParse(url) ? new URL(url) : null
  if (!target) throw new FetchFailed('it is not an address')
  const isLocal = options.allowsLoopback && LOOPBACK.includes(target.hostname)
  if (!isLocal) requirePublic(target)

  try {
    return await read(target, request, { isLocal, mostBytes: options.mostBytes })
  } catch (cause) {
    if (cause instanceof FetchFailed) throw cause
    throw new FetchFailed(reasonOf(cause), { cause })
  }
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

function requirePublic({ protocol, hostname, username, password }: URL): void {
  if (protocol !== 'https:') throw new FetchFailed('it must begin with https:')
  if (username !== '' || password !== '') throw new FetchFailed('it must not name a user')

  // A socket asks for no name if the host is an address.
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new FetchFailed('it is not a public address')
  }
}

type Limits = { isLocal: boolean; mostBytes: number }

async function read(
  target: URL,
  request: PublicRequest,
  { isLocal, mostBytes }: Limits,
): Promise<Answer> {
  const response = await send(target, request, isLocal)
  const chunks: Buffer[] = []
  let bytes = 0

  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new FetchFailed('it is too large')
    chunks.push(chunk)
  }
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(headers),
    body: Buffer.concat(chunks),
  }
}

const send = (target: URL, { method, headers, body }: PublicRequest, isLocal: boolean) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const request = target.protocol === 'http:' ? httpRequest : httpsRequest
    const options = { method, headers, signal: AbortSignal.timeout(LIMIT_MS), agent: false }
    // No kept connection, which would have been made by other rules.
    request(target, { ...options, ...(!isLocal && { lookup: publicLookup() }) }, resolve)
      .on('error', reject)
      .end(body)
  })

function reasonOf(cause: unknown): string {
  if (cause instanceof AddressRefused) return cause.message
  const isLate =
    cause instanceof Error && (cause.name === 'AbortError' || cause.name === 'TimeoutError')

  return isLate ? 'the server gave no answer in 5 s' : 'the server cannot be reached'
}
