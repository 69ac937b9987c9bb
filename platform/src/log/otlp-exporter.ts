import type { Log } from './log.ts'
import { failureName } from './trace.ts'

export type Span = {
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  /** As numbered by OTLP: 2 server, 3 client, 5 consumer. */
  kind: number
  beganMs: number
  endedMs: number
  attributes: Attributes
  /** The kind of failure; undefined if there was none. */
  failure: string | undefined
}

type Attributes = Readonly<Record<string, string | number>>

export type OtlpExporter = {
  /** Never waits and never throws. */
  add(spans: readonly Span[]): void
  close(): Promise<void>
}

type Needs = {
  /** Of the collector, with `/v1/traces`. */
  url: string
  headers: Readonly<Record<string, string>>
  resource: Attributes
  log: Pick<Log, 'warn'>
  count: (outcome: 'sent' | 'dropped', spans: number) => void
}

const FLUSH_EVERY_MS = 1_000
const MOST_AT_ONCE = 512
const MOST_WAITING = 4_096
const COLLECTOR_LIMIT_MS = 2_000
const LOG_EVERY_MS = 60_000

/**
 * Sends spans as OTLP over HTTP in JSON. What the collector does not take within its time is dropped and counted: requests must not
 * wait, and memory must not grow.
 */
export function openOtlpExporter({ url, headers, resource, log, count }: Needs): OtlpExporter {
  let waiting: Span[] = []
  let sending: Promise<void> | undefined
  let loggedAt = Number.NEGATIVE_INFINITY

  const drop = (spans: number, reason: string) => {
    count('dropped', spans)
    if (performance.now() - loggedAt < LOG_EVERY_MS) return
    loggedAt = performance.now()
    log.warn({ reason }, 'trace export failed')
  }
  const send = async (spans: readonly Span[]) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(exportRequest(resource, spans)),
        redirect: 'error',
        signal: AbortSignal.timeout(COLLECTOR_LIMIT_MS),
      })
      const text = await response.text()
      if (!response.ok) return drop(spans.length, `status ${response.status}`)
      const refused = Math.min(refusedIn(text), spans.length)
      if (refused > 0) drop(refused, 'refused by the collector')
      count('sent', spans.length - refused)
    } catch (error) {
      drop(spans.length, failureName(error))
    }
  }
  const flush = () => {
    if (sending || waiting.length === 0) return
    const spans = waiting.slice(0, MOST_AT_ONCE)
    waiting = waiting.slice(MOST_AT_ONCE)
    sending = send(spans).finally(() => {
      sending = undefined
      if (waiting.length >= MOST_AT_ONCE) flush()
    })
  }
  const timer = setInterval(flush, FLUSH_EVERY_MS).unref()

  return {
    add: (spans) => {
      if (waiting.length + spans.length > MOST_WAITING) return drop(spans.length, 'queue full')
      waiting.push(...spans)
      if (waiting.length >= MOST_AT_ONCE) flush()
    },
    close: async () => {
      clearInterval(timer)
      const last = waiting
      waiting = []
      // Together, so that stopping waits for one limit only.
      await Promise.all([sending, last.length > 0 && send(last)])
    },
  }
}

/** Collectors may accept a request and refuse some of its spans. */
function refusedIn(text: string): number {
  try {
    return Number(JSON.parse(text).partialSuccess?.rejectedSpans ?? 0) || 0
  } catch {
    return 0
  }
}

const exportRequest = (resource: Attributes, spans: readonly Span[]) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [{ scope: { name: 'gitferry' }, spans: spans.map(spanOf) }],
    },
  ],
})

const spanOf = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
  name: span.name,
  kind: span.kind,
  startTimeUnixNano: nanoseconds(span.beganMs),
  endTimeUnixNano: nanoseconds(span.endedMs),
  attributes: attributesOf({
    ...span.attributes,
    ...(span.failure !== undefined && { 'error.type': span.failure }),
  }),
  ...(span.failure !== undefined && { status: { code: STATUS_ERROR } }),
})

const STATUS_ERROR = 2

/** Nanoseconds exceed the integers that a number holds, microseconds do not. */
const nanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
