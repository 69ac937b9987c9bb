import { randomFillSync } from 'node:crypto'

/** A database batch or a call of another service. Times are of `performance.now()`. */
export type Step = {
  kind: 'database' | 'outside'
  /** A statement's text, or the name of a service. Values never get here. */
  subject: string
  began: number
  ended: number
  /** How many statements, or the status of the answer. */
  count?: number
  status?: number
  /** A code or the name of an error; messages may quote values. */
  failure?: string | undefined
}

/** Enough for a long job. Later steps are only counted. */
const MOST_STEPS = 200

/** A request or a job, with its steps. They are kept until it ends, because only then it is known whether it failed. */
export class Trace {
  readonly traceId: string
  /** The span of the proxy that sent the request. */
  readonly parentId: string | undefined
  readonly isSampled: boolean
  readonly startedAtMs = Date.now()
  readonly began = performance.now()
  readonly steps: Step[] = []
  omitted = 0

  constructor({ parent, isSampled }: { parent: TraceParent | null; isSampled: boolean }) {
    this.traceId = parent?.traceId ?? randomHex(16)
    this.parentId = parent?.spanId
    this.isSampled = isSampled
  }

  add(step: Step): void {
    if (this.steps.length < MOST_STEPS) this.steps.push(step)
    else this.omitted += 1
  }

  /** Adds a step that ends with the answer. */
  watch(step: Pick<Step, 'kind' | 'subject' | 'count'>, answer: Promise<unknown>): void {
    const began = performance.now()
    const end = (failure?: string) =>
      this.add({ ...step, began, ended: performance.now(), failure })
    answer.then(
      () => end(),
      (error: unknown) => end(failureName(error)),
    )
  }
}

type TraceParent = { traceId: string; spanId: string; isSampled: boolean }

/** The header of W3C Trace Context, of any version; null if it is invalid. */
export function readTraceParent(header: string | undefined): TraceParent | null {
  const match = TRACE_PARENT.exec(header ?? '')
  if (!match) return null
  const [, version, traceId = '', spanId = '', flags = '', rest] = match
  const isUsable = version !== 'ff' && !(version === '00' && rest) && !isZero(traceId)
  if (!isUsable || isZero(spanId)) return null

  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

const TRACE_PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const isZero = (hex: string) => /^0+$/.test(hex)

/** SQLSTATE or the code of a network failure, else the error's class. */
export function failureName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'

  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

const pool = Buffer.alloc(4096)
let used = pool.length

/** One call of the random generator costs more than a small request may spend on its ids. */
export function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes

  return pool.toString('hex', used - bytes, used)
}
