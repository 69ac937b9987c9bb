import { setTimeout as pause } from 'node:timers/promises'
import { cut } from '@app/contract/storable'
import type { Log } from '@app/platform/log/log.ts'
import { askJson, type JsonAnswer } from '@app/platform/outside/ask-json.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import * as z from 'zod/mini'

const PROVIDER = 'lemon-squeezy'
const MEDIA_TYPE = 'application/vnd.api+json'

/** The provider sends no reliable Retry-After; its limit counts per minute. */
const RATE_LIMITED_S = 60

export type ApiSettings = {
  url: string
  apiKey: string
  log: Log
  /** Takes one request from the budget shared by all servers, or throws. */
  takeRequest(): Promise<void>
  limits: CallLimits
}

export type CallLimits = {
  callMs: number
  /** The limit for all tries of a call together. */
  triesMs: number
  /** The pause after the first try. The next pause is twice as long. */
  pauseMs: number
}

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** One short try, after another call has used up its time. */
  isShort?: boolean
  /** For calls that must not be repeated. */
  isOnce?: boolean
}

/** 404 and 422 are answers; every other failure is a `ProviderError`. */
export type ApiAnswer =
  | { kind: 'done'; body: unknown }
  | { kind: 'unknown' }
  | { kind: 'refused'; words: string }

export type LemonSqueezyApi = { send(call: Call): Promise<ApiAnswer> }

export const openApi = (settings: ApiSettings): LemonSqueezyApi => ({
  async send(call) {
    const { triesMs, pauseMs } = settings.limits
    const began = performance.now()
    const most = triesOf(call)

    for (let tries = 1; ; tries++) {
      const leftMs = triesMs - (performance.now() - began)
      try {
        return await once(settings, call, leftMs)
      } catch (error) {
        if (!isWorthAnother(error)) throw error
        const { message, providerMessage } = error
        settings.log.warn(
          { reason: message, words: providerMessage, tries },
          'payment provider failed',
        )
        if (tries >= most || leftMs <= tries * pauseMs) throw error
        await pause(tries * pauseMs)
      }
    }
  },
})

/** Repeating a POST creates a second checkout, which is harmless. */
function triesOf({ method, isShort, isOnce }: Call): number {
  if (isShort || isOnce) return 1
  return method === 'POST' ? 2 : 3
}

const isWorthAnother = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.failure === 'unavailable'

async function once(
  { url, apiKey, log, takeRequest, limits: { callMs } }: ApiSettings,
  { method = 'GET', path, body, isShort }: Call,
  leftMs: number,
): Promise<ApiAnswer> {
  await takeRequest()
  const limitMs = isShort ? callMs / 2 : callMs
  const answer = await askJson({
    provider: PROVIDER,
    url: `${url}/v1${path}`,
    // A time limit of AbortSignal is a whole number.
    limitMs: Math.ceil(Math.max(1, Math.min(limitMs, leftMs))),
    method,
    headers: { accept: MEDIA_TYPE, 'content-type': MEDIA_TYPE, authorization: `Bearer ${apiKey}` },
    wordsOf,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

  return understand(answer, { method, path, log })
}

function understand(
  { status, headers, body }: JsonAnswer,
  { method, path, log }: { method: string; path: string; log: Log },
): ApiAnswer {
  if (status >= 200 && status < 300) return { kind: 'done', body }
  if (status === 404) return { kind: 'unknown' }
  const words = wordsOf(body)
  // Omits the query, which may contain an address.
  const about = { status, words, call: `${method} ${path.split('?', 1)[0]}` }

  if (status === 422) {
    log.warn(about, 'payment provider refused a call')
    return { kind: 'refused', words }
  }
  if (status === 429) {
    const retryAfterS = Number(headers.get('retry-after')) || RATE_LIMITED_S
    throw failure('rate_limited', 'asked too often', words, retryAfterS)
  }
  // 401 means a wrong key. Nothing works until an operator fixes it.
  log.error(about, 'payment provider refused our configuration')
  throw failure('misconfigured', `answered ${status}`, words, RATE_LIMITED_S)
}

const failure = (
  kind: 'rate_limited' | 'misconfigured',
  what: string,
  providerMessage: string,
  retryAfterS: number,
) => new ProviderError(PROVIDER, kind, what, { providerMessage, retryAfterS })

/** The shared budget does not allow the call now. */
export const overBudget = (retryAfterS: number) =>
  new ProviderError(PROVIDER, 'rate_limited', 'our own request budget is used up', { retryAfterS })

export const nonsense = (what: string) =>
  new ProviderError(PROVIDER, 'unavailable', `answered without ${what}`)

const failed = z.object({
  errors: z.optional(
    z.array(z.object({ title: z.optional(z.string()), detail: z.optional(z.string()) })),
  ),
  error: z.optional(z.string()),
  message: z.optional(z.string()),
})

const LONGEST_WORDS = 300

/** The provider has three error formats. */
export function wordsOf(body: unknown): string {
  const { errors = [], error, message } = z.safeParse(failed, body).data ?? {}
  const [first] = errors

  return cut(first?.detail ?? first?.title ?? error ?? message ?? '', LONGEST_WORDS)
}
