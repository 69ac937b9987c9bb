import { SyncError } from '#errors/sync-error.ts'
import { type Bytes, decodeUtf8 } from '#objects/bytes.ts'
import type { Listing } from '#objects/listing.ts'
import type { Answer } from './answer.ts'
import { type Lane, openLanes } from './lanes.ts'
import { blobOf, type LargeBody, streamOf } from './large-body.ts'
import type { Operation } from './operation.ts'
import { type LimitOptions, type LimitState, openPace } from './pace.ts'
import { isGivenUp, isSecondary, LONGEST_WAIT_MS, requestedWait } from './rate-limit.ts'
import { readBody, watchSilence } from './silence.ts'
import { type TokenKind, tokenKind } from './token-kind.ts'

type FetchInit = {
  method: string
  headers: Record<string, string>
  body?: string | Blob | ReadableStream
  /** A stream is fully sent before the answer is read. */
  duplex?: 'half'
  redirect: 'follow' | 'manual'
  cache: 'no-store'
  signal: AbortSignal
}
export type Fetch = (address: string, init: FetchInit) => Promise<Response>

export type HostOptions = LimitOptions & {
  apiUrl: string
  webUrl: string
  /** The token, or null without a connection. Called again with the refused token. */
  token: (refused?: string) => Promise<string | null>
  fetch: Fetch
  now: () => number
  wait: (ms: number, signal?: AbortSignal) => Promise<void>
  /**
   * What this environment supports: pages cannot read archives, and the app may lack the right to change workflows. If `workflows` is
   * missing, GitHub is asked when a workflow changes. `streams`: `fetch` accepts a stream as a body. Pages send Blobs instead, because
   * browsers only stream over HTTP/2, and not all do.
   */
  can: { archives: boolean; packs: boolean; workflows?: boolean; streams?: boolean }
  /** How long a request may receive nothing before it counts as lost. */
  silenceMs?: number
  /**
   * For environments with a time limit per step. A longer wait ends as `rate_limited`, a longer call as unanswered; the push continues from
   * its journal.
   */
  longest?: { waitMs: number; callMs: number }
}

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  json?: unknown
  /** JSON too large for one text. */
  largeJson?: LargeBody
  /** A git request to the web URL, instead of JSON to the API. */
  gitBody?: { type: string; body: LargeBody }
  /** The answer is not JSON but a blob, an archive, or git's packet lines. */
  raw?: 'blob' | 'archive' | 'git'
  /** The ETag of a known answer: an unchanged one is answered 304, outside the rate limit. */
  ifNoneMatch?: string
  lane?: Lane
  /** After the point of no return: neither cancelled nor repeated. */
  isFinal?: boolean
  /** Server errors that the caller handles itself. */
  accepts?: (status: number) => boolean
}

export type Host = {
  readonly can: HostOptions['can']
  readonly now: () => number
  readonly wait: HostOptions['wait']
  /** Trees by SHA. A SHA identifies one content, so they never become stale. */
  readonly listings: Map<string, Listing>
  call(operation: Operation, call: Call): Promise<Answer>
  tokenKind(): Promise<TokenKind>
  /** The scopes of a classic token from the last answer; none before the first. */
  scopes(): readonly string[]
  /** Adds what another host of the account reported by `onLimits`. */
  addLimits(state: LimitState): void
}

const RETRY_MS = [500, 1000, 2000]
const SILENCE_MS = 30_000
/** Even a slow connection sends this much per second. */
const SLOW_BYTES_PER_S = 40_000

/** One member's access to GitHub. It handles limits, retries, waits and the token. */
export function openHost(options: HostOptions): Host {
  const longestWaitMs = options.longest?.waitMs ?? LONGEST_WAIT_MS
  const pace = openPace({ ...options, longestWaitMs })
  const lanes = openLanes(pace.isCareful)
  const credentials = openCredentials(options.token)
  const { now, wait, can } = options
  let scopes: readonly string[] = []

  async function call(operation: Operation, request: Call): Promise<Answer> {
    const leave = await lanes.enter(request.lane ?? (request.method === 'GET' ? 'read' : 'one'))
    try {
      return await attempts(operation, request)
    } finally {
      leave()
    }
  }

  async function attempts(operation: Operation, request: Call): Promise<Answer> {
    const { isFinal = false, accepts } = request
    const isWrite = request.method !== 'GET'
    let token = await credentials.current()
    let failures = 0
    let limits = 0
    let refusals = 0
    for (;;) {
      await pace.before(operation, { isWrite, isFinal })
      operation.countRequest()
      const answer = await fetchOnce(options, operation, request, token)
      if (!answer || (answer.status >= 500 && !accepts?.(answer.status))) {
        const delay = isFinal ? undefined : RETRY_MS[failures]
        failures += 1
        if (delay === undefined) throw new SyncError(answer ? 'github_unavailable' : 'offline')
        await wait(delay * (0.75 + Math.random() / 2), operation.signal)
        continue
      }
      if (answer.status === 401) {
        refusals += 1
        if (refusals > 1) throw new SyncError('token_refused')
        token = await credentials.replace(token)
        continue
      }
      scopes = answer.header('x-oauth-scopes')?.split(/,\s*/) ?? scopes
      const until = requestedWait(answer, now(), limits)
      if (until === null) return answer
      if (isSecondary(answer)) pace.beCareful()
      const isEnded = isGivenUp(until - now(), limits, longestWaitMs)
      if (isEnded) throw new SyncError('rate_limited', {}, until)
      limits += 1
      pace.pause(until)
    }
  }

  return {
    can,
    now,
    wait,
    listings: new Map(),
    call,
    tokenKind: async () => tokenKind(await credentials.current()),
    scopes: () => scopes,
    addLimits: pace.add,
  }
}

/** Null if there was no complete answer. */
async function fetchOnce(
  { apiUrl, webUrl, fetch, can, longest, silenceMs = SILENCE_MS }: HostOptions,
  operation: Operation,
  request: Call,
  token: string,
): Promise<Answer | null> {
  const { method, path, gitBody, raw, isFinal = false } = request
  const { size, headers, ...body } = await bodyOf(request, can.streams ?? false)
  const slow = Math.ceil((size / SLOW_BYTES_PER_S) * 1000)
  const silence = watchSilence(silenceMs, silenceMs + slow)
  const limits = [silence.signal, ...(longest ? [AbortSignal.timeout(longest.callMs)] : [])]
  const { signal } = operation
  try {
    const response = await fetch((gitBody ? webUrl : apiUrl) + path, {
      method,
      headers: { ...headersOf(request, token), ...headers },
      ...body,
      // A redirected POST would become a GET.
      redirect: method === 'GET' ? 'follow' : 'manual',
      cache: 'no-store',
      signal: AbortSignal.any(signal && !isFinal ? [signal, ...limits] : limits),
    })
    return readAnswer(response, await readBody(response, silence), raw !== undefined)
  } catch {
    if (!isFinal) operation.throwIfCancelled()
    return null
  } finally {
    silence.end()
  }
}

type Body = Pick<FetchInit, 'body' | 'duplex'> & { size: number; headers?: FetchInit['headers'] }

async function bodyOf({ json, largeJson, gitBody }: Call, isStreamed: boolean): Promise<Body> {
  const large = gitBody?.body ?? largeJson
  if (large && isStreamed) {
    // Without a length a stream is sent in chunks, which git's packs allow and the API may not.
    const headers = largeJson && { headers: { 'content-length': String(large.size) } }
    return { body: streamOf(large), duplex: 'half', size: large.size, ...headers }
  }
  if (large) return { body: await blobOf(large), size: large.size }
  const body = JSON.stringify(json)

  return json === undefined ? { size: 0 } : { body, size: body.length }
}

function headersOf(call: Call, token: string): Record<string, string> {
  const { json, largeJson, gitBody, raw, ifNoneMatch } = call
  if (gitBody) {
    return {
      authorization: `Basic ${btoa(`x-access-token:${token}`)}`,
      accept: `application/x-${gitBody.type}-result`,
      'content-type': `application/x-${gitBody.type}-request`,
    }
  }
  return {
    authorization: `Bearer ${token}`,
    accept: raw === 'blob' ? 'application/vnd.github.raw+json' : 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    ...((json !== undefined || largeJson) && { 'content-type': 'application/json' }),
  }
}

function readAnswer(response: Response, bytes: Bytes, isRaw: boolean): Answer {
  const isJson = !(isRaw && response.ok) && bytes.length > 0

  return {
    status: response.status,
    bytes,
    body: isJson ? parse(bytes, response.ok) : null,
    header: (name) => response.headers.get(name),
  }
}

/** Errors may come from a proxy as HTML; an invalid JSON answer was truncated. */
function parse(bytes: Bytes, isNeeded: boolean): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes) ?? '')
  } catch (error) {
    if (isNeeded) throw error
    return null
  }
}

/** The token of each request. Requests that are refused concurrently share one request for a new token. */
function openCredentials(ask: (refused?: string) => Promise<string | null>) {
  let replacing: { refused: string; next: Promise<string | null> } | null = null

  return {
    current: async (): Promise<string> => connected(await ask()),
    async replace(refused: string): Promise<string> {
      if (replacing?.refused !== refused) replacing = { refused, next: ask(refused) }
      const next = await replacing.next
      // A connection existed, and GitHub ended it.
      if (!next) throw new SyncError('token_refused')
      return next
    },
  }
}

function connected(token: string | null): string {
  if (!token) throw new SyncError('not_connected')
  return token
}
