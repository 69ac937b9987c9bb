import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { AddressRefused, isPublicAddress, publicLookup } from './public-address.ts'

const LIMIT_MS = 5_000

export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
}

type Options = {
  mostBytes: number
  /** Accepts plain http to this machine, for stand-ins. */
  allowsLoopback: boolean
}

/** Fetches a text from an address that somebody else chose: by https, from a public address, without redirects, within 5 s. */
export async function fetchPublic(url: string, options: Options): Promise<string> {
  const target = URL.canParse(url) ? new URL(url) : null
  if (!target) throw new FetchFailed('it is not an address')
  const isLocal = options.allowsLoopback && LOOPBACK.includes(target.hostname)
  if (!isLocal) requirePublic(target)

  try {
    return await read(target, isLocal, options.mostBytes)
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

async function read(target: URL, isLocal: boolean, mostBytes: number): Promise<string> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  const response = await ask(target, isLocal, signal)
  if (response.statusCode !== 200) {
    response.destroy()
    throw new FetchFailed(`the server answered ${response.statusCode}`)
  }
  const chunks: Buffer[] = []
  let bytes = 0

  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new FetchFailed('it is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const ask = (target: URL, isLocal: boolean, signal: AbortSignal) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const send = target.protocol === 'http:' ? httpRequest : httpsRequest
    // No kept connection, which would have been made by other rules.
    send(target, { signal, agent: false, ...(!isLocal && { lookup: publicLookup() }) }, resolve)
      .on('error', reject)
      .end()
  })

function reasonOf(cause: unknown): string {
  if (cause instanceof AddressRefused) return cause.message
  const isLate =
    cause instanceof Error && (cause.name === 'AbortError' || cause.name === 'TimeoutError')

  return isLate ? 'the server gave no answer in 5 s' : 'the server cannot be reached'
}
