import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '#clock/clock.ts'
import type { Log } from '#log/log.ts'
import { outsideCalls } from '#outside/outside-calls.ts'
import { ProviderError } from '#outside/provider-error.ts'
import { type Bucket, urlOf } from './address.ts'
import { exchange, Silence, textOf } from './exchange.ts'
import { sha256, signHeaders } from './signature.ts'
import { textIn } from './xml.ts'

export type AskNeeds = {
  bucket: Bucket
  clock: Clock
  log: Pick<Log, 'warn'>
  /** Without any progress for so long, a call has failed. */
  silenceLimitMs: number
}

export type Question = {
  method: string
  /** null: the bucket itself. */
  key: string | null
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: readonly Uint8Array[]
  /** Statuses besides 2xx that the caller reads itself. */
  accepts?: readonly number[]
  /** Where the service works for long before it answers. */
  silenceLimitMs?: number
}

export type AskS3 = (question: Question) => Promise<IncomingMessage>

/** `now` is the service's time, as far as it is known. */
export type Asking = { ask: AskS3; now: () => Date }

/** Another try at once may succeed: the service says so, or an idle connection was closed by it. */
const REPEATED = [429, 500, 502, 503, 504]
const PAUSES_MS = [100, 400]

/** Signs and sends requests to one bucket. An answer is returned unread; a refusal is thrown, with the service's code. */
export function openAsk({ bucket, clock, log, silenceLimitMs }: AskNeeds): Asking {
  // S3 refuses a signature that is 15 minutes off; its own answers say the time.
  let skewMs = 0
  const now = () => new Date(clock.now().getTime() + skewMs)

  const once = async (question: Question): Promise<IncomingMessage> => {
    const { method, key, query = {}, headers = {}, body = [], accepts = [] } = question
    const limitMs = question.silenceLimitMs ?? silenceLimitMs
    const url = urlOf(bucket, key, query)
    const signed = signHeaders(bucket, { method, url, headers }, sha256(body), now())
    const response = await counted(() =>
      exchange({ method, url, headers: signed, body, silenceLimitMs: limitMs }),
    )
    const status = response.statusCode ?? 0
    if ((status >= 200 && status < 300) || accepts.includes(status)) return response

    throw await refusalOf(response, limitMs)
  }

  const ask: AskS3 = async (question) => {
    for (let tried = 0; ; tried++) {
      try {
        return await once(question)
      } catch (error) {
        const known = errorOf(error)
        if (known instanceof Refusal && known.providerCode === 'RequestTimeTooSkewed' && !tried) {
          skewMs = known.at.getTime() - clock.now().getTime()
          log.warn({ skewS: Math.round(skewMs / 1000) }, 'clock differs from the S3 service')
          continue
        }
        const pauseMs = PAUSES_MS[tried]
        if (pauseMs === undefined || !isWorthAnother(known)) throw known
        await wait(pauseMs)
      }
    }
  }

  return { ask, now }
}

/** A refusal, with the time of the service. */
class Refusal extends ProviderError {
  readonly status: number
  readonly at: Date

  constructor(status: number, code: string | null, text: string, at: Date) {
    super('s3', failureOf(status), `answered ${status}${code ? ` ${code}` : ''}`, {
      providerCode: code ?? undefined,
      providerMessage: text,
    })
    this.status = status
    this.at = at
  }
}

const failureOf = (status: number) => {
  if (status === 429 || status === 503) return 'rate_limited'

  return status >= 500 ? 'unavailable' : 'misconfigured'
}

export const refused = (status: number, code: string | null, text: string): ProviderError =>
  new Refusal(status, code, text, new Date())

/** A HEAD request has no body, so its status stands for the code. */
async function refusalOf(response: IncomingMessage, limitMs: number): Promise<Refusal> {
  const status = response.statusCode ?? 0
  const xml = await textOf(response, limitMs).catch(() => '')
  const at = new Date(response.headers.date ?? Number.NaN)
  const code = textIn(xml, 'Code') ?? (status === 404 ? 'NoSuchKey' : null)

  return new Refusal(
    status,
    code,
    textIn(xml, 'Message') ?? '',
    Number.isNaN(at.getTime()) ? new Date() : at,
  )
}

/** Whatever ended the exchange, as the one error that callers know. */
export function errorOf(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const what = error instanceof Silence ? `made ${error.message}` : 'cannot be reached'

  return new ProviderError('s3', 'unavailable', what, { cause: error })
}

/** A silent service has taken the caller's time already. */
const isWorthAnother = (error: ProviderError) =>
  error instanceof Refusal ? REPEATED.includes(error.status) : !(error.cause instanceof Silence)

async function counted(work: () => Promise<IncomingMessage>): Promise<IncomingMessage> {
  const began = performance.now()
  const publish = (outcome: { status: number } | { failure: string }) =>
    outsideCalls.publish({
      provider: 's3',
      seconds: (performance.now() - began) / 1000,
      ...outcome,
    })

  try {
    const response = await work()
    const status = response.statusCode ?? 0
    publish(status >= 500 ? { failure: `s3: answered ${status}` } : { status })
    return response
  } catch (error) {
    publish({ failure: errorOf(error).message })
    throw error
  }
}
