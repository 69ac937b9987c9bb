import type { OtlpExporter, Span } from './otlp-exporter.ts'
import { routeOf } from './request-routes.ts'
import { inTrace } from './request-scope.ts'
import { failureName, randomHex, readTraceParent, type Step, Trace } from './trace.ts'

type AnsweredRequest = { requestId: string; method: string; path: string; status: number }

export type Tracing = {
  /** `traceParent` is the header of a proxy that is trusted. */
  requestBegan(traceParent: string | undefined): Trace
  requestEnded(trace: Trace, request: AnsweredRequest): void
  /** Its statements and calls become steps of the job's trace. */
  traceJob(kind: string, attempt: number, run: () => Promise<void>): Promise<void>
  /** Sends what is left. */
  close(): Promise<void>
}

type Needs = {
  exporter: OtlpExporter
  /** The share of traces that are exported; those of failures always are. */
  ratio: number
}

/** Traces requests and jobs. Exported are a share of them, those that a proxy chose, and all that failed. */
export function openTracing({ exporter, ratio }: Needs): Tracing {
  const begin = (parent: ReturnType<typeof readTraceParent>) =>
    new Trace({ parent, isSampled: parent?.isSampled ?? Math.random() < ratio })
  const end = (trace: Trace, root: Root) => {
    if (trace.isSampled || root.failure !== undefined) exporter.add(spansOf(trace, root))
  }

  return {
    requestBegan: (traceParent) => begin(readTraceParent(traceParent)),
    requestEnded: (trace, { requestId, method, path, status }) => {
      const isFailed = status >= 500
      if (!trace.isSampled && !isFailed) return
      const { surface, route } = routeOf(path)
      // Balancers ask every few seconds.
      if (surface === 'health' && !isFailed) return
      end(trace, {
        name: `${knownMethod(method)} ${route}`,
        kind: SERVER,
        attributes: {
          'http.request.method': knownMethod(method),
          'http.route': route,
          'http.response.status_code': status,
          'gitferry.request_id': requestId,
        },
        failure: isFailed ? String(status) : undefined,
      })
    },
    traceJob: async (kind, attempt, run) => {
      const trace = begin(null)
      const job = (failure?: string) =>
        end(trace, {
          name: `job ${kind}`,
          kind: CONSUMER,
          attributes: { 'gitferry.job.kind': kind, 'gitferry.job.attempt': attempt },
          failure,
        })
      try {
        await inTrace(trace, run)
      } catch (error) {
        job(failureName(error))
        throw error
      }
      job()
    },
    close: () => exporter.close(),
  }
}

const SERVER = 2
const CLIENT = 3
const CONSUMER = 5

type Root = Pick<Span, 'name' | 'kind' | 'attributes' | 'failure'>

/** Clients may invent methods. */
const knownMethod = (method: string) => (METHODS.has(method) ? method : '_OTHER')
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function spansOf(trace: Trace, root: Root): Span[] {
  const { traceId, parentId, began, omitted } = trace
  const spanId = randomHex(8)
  const atMs = (time: number) => trace.startedAtMs + (time - began)
  const left = omitted > 0 ? { 'gitferry.omitted_steps': omitted } : {}
  const steps = trace.steps.map((step) => ({
    ...(step.kind === 'database' ? databaseSpan(step) : outsideSpan(step)),
    kind: CLIENT,
    failure: step.failure,
    traceId,
    spanId: randomHex(8),
    parentId: spanId,
    beganMs: atMs(step.began),
    endedMs: atMs(step.ended),
  }))
  const whole = {
    ...root,
    attributes: { ...root.attributes, ...left },
    traceId,
    spanId,
    parentId,
    beganMs: trace.startedAtMs,
    endedMs: atMs(performance.now()),
  }

  return [whole, ...steps]
}

function databaseSpan({ subject, count = 1 }: Step): Pick<Span, 'name' | 'attributes'> {
  const summary = summaryOf(subject)

  return {
    name: summary,
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.summary': summary,
      'db.operation.batch.size': count,
    },
  }
}

const outsideSpan = ({ subject, status }: Step): Pick<Span, 'name' | 'attributes'> => ({
  name: `call ${subject}`,
  attributes: {
    'peer.service': subject,
    ...(status !== undefined && { 'http.response.status_code': status }),
  },
})

/** A statement's command and first table, such as `select public.projects`. */
export function summaryOf(text: string): string {
  const command = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  for (const [, table] of text.matchAll(TOKENS)) {
    if (table !== undefined) return `${command} ${table.replaceAll('"', '')}`
  }

  return command
}

/** Literals and quoted names are skipped whole, because their contents may look like SQL. */
const TOKENS =
  /'(?:[^']|'')*'|\b(?:from|into|update)\s+("?\w{1,63}"?\."?\w{1,63}"?)|"(?:[^"]|"")*"/gi
