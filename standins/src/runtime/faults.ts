import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { fieldsOf, InvalidInput } from './fields.ts'
import type { Memory } from './memory.ts'

/** A fault to inject: which calls it matches, how often, and what happens to them. */
export type Fault = {
  id: string
  /** A method, or `*`. */
  method: string
  /** A path in which `*` stands for anything. */
  path: string
  /** How many matching calls pass before it applies. */
  passes: number
  /** How many calls it still applies to; null: until it is deleted. */
  remaining: number | null
  latencyMs: number
  /** The status to answer without handling the call; null: the call is handled. */
  status: number | null
  headers: Record<string, string>
  body: unknown
  /** The response body is truncated. */
  malformed: boolean
  /** Drops the connection before the call is handled, or after it but before the response. */
  drop: 'before' | 'after' | null
}

export type Faults = ReturnType<typeof openFaults>

export function openFaults(memory: Memory<{ faults: Fault[] }>) {
  const keep = (choose: (fault: Fault) => boolean) =>
    memory.change((state) => {
      state.faults = state.faults.filter(choose)
    })

  const deletions = new Map<string, AbortController>()
  const deletionOf = (id: string) => {
    const deletion = deletions.get(id) ?? new AbortController()
    deletions.set(id, deletion)
    return deletion
  }
  const endDelays = (id: string) => {
    deletions.get(id)?.abort()
    deletions.delete(id)
  }

  return {
    list: (): readonly Fault[] => memory.state.faults,
    async add(fault: Fault) {
      await memory.change((state) => state.faults.push(fault))
    },
    async remove(id: string) {
      await keep((fault) => fault.id !== id)
      endDelays(id)
    },
    async clear() {
      await keep(() => false)
      for (const id of deletions.keys()) endDelays(id)
    },
    /** Resolves after the fault's latency, or when the fault is deleted. */
    delay: ({ id, latencyMs }: Fault) =>
      wait(latencyMs, undefined, { signal: deletionOf(id).signal }).catch(() => {}),
    /** The fault that matches this call, if any; counts as one use of it. */
    async consume(method: string, path: string) {
      const met = memory.state.faults.filter((one) => matchesCall(one, method, path))
      const fault = met.find(({ passes }) => passes === 0)
      const waiting = met.filter(({ passes }) => passes > 0)
      for (const one of waiting) one.passes -= 1
      if (fault && fault.remaining !== null) fault.remaining -= 1
      if (waiting.length > 0 || (fault && fault.remaining !== null)) {
        await keep((one) => one.remaining !== 0)
      }
      return fault
    },
  }
}

/** A method, or `*`; a path in which `*` stands for anything. */
export type CallPattern = { method: string; path: string }

export function matchesCall(wanted: CallPattern, method: string, path: string): boolean {
  const pattern = wanted.path.split('*').map(escapePattern).join('.*')

  return (
    (wanted.method === '*' || wanted.method === method) &&
    new RegExp(`^${pattern}$`, 's').test(path)
  )
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

const MAX_LATENCY_MS = 60_000

/** `{"method":"POST","path":"/v1/*","nth":3,"times":2,"status":503}`: the third and fourth; `"times":null` means always. */
export function readFault(input: unknown): Fault {
  const fields = fieldsOf(input)
  const fault: Fault = {
    id: randomUUID(),
    method: fields.text('method', '*').toUpperCase(),
    path: fields.text('path', '*'),
    passes: fields.integer('nth', 1) - 1,
    remaining: fields.value('times') === null ? null : fields.integer('times', 1),
    latencyMs: fields.integer('latencyMs', 0),
    status: fields.has('status') ? fields.integer('status') : null,
    headers: readHeaders(fields.value('headers')),
    body: fields.value('body') ?? { error: 'This is a fault the stand-in was told to show.' },
    malformed: fields.flag('malformed'),
    drop: fields.oneOf('drop', ['before', 'after']),
  }
  validateFault(fault)

  return fault
}

function validateFault(fault: Fault): void {
  const { latencyMs, status, malformed, drop } = fault
  if (!(latencyMs || status || malformed || drop)) {
    throw new InvalidInput('A fault needs one of: latencyMs, status, malformed, drop.')
  }
  if ((fault.remaining ?? 1) < 1 || fault.passes < 0) {
    throw new InvalidInput('"nth" and "times" begin at 1.')
  }
  if (latencyMs < 0 || latencyMs > MAX_LATENCY_MS) {
    throw new InvalidInput(`"latencyMs" must lie between 0 and ${MAX_LATENCY_MS}.`)
  }
  if (status !== null && (status < 200 || status > 599)) {
    throw new InvalidInput('"status" must lie between 200 and 599.')
  }
}

function readHeaders(value: unknown): Record<string, string> {
  const fields = fieldsOf(value ?? {})

  return Object.fromEntries(Object.keys(value ?? {}).map((name) => [name, fields.text(name)]))
}

type Env = { Bindings: HttpBindings }

const BODYLESS = [204, 205, 304]

/** Applies the configured faults to the calls they match. */
export const injectFaults = (faults: Faults) =>
  createMiddleware<Env>(async (c, next) => {
    const fault = await faults.consume(c.req.method, c.req.path)
    if (!fault) return next()

    if (fault.latencyMs) await faults.delay(fault)
    if (fault.drop === 'before') return dropConnection(c)

    if (fault.status === null) await next()
    else c.res = answerOf(fault, fault.status)

    if (fault.drop === 'after') replaceAnswer(c, dropConnection(c))
    else if (fault.malformed) replaceAnswer(c, await truncated(c.res))
    return
  })

function answerOf(fault: Fault, status: number): Response {
  if (BODYLESS.includes(status)) return new Response(null, { status, headers: fault.headers })
  if (typeof fault.body === 'string') {
    return new Response(fault.body, { status, headers: fault.headers })
  }

  return Response.json(fault.body, { status, headers: fault.headers })
}

/** Drops the old content-length, so that the client notices only when parsing the body. */
async function truncated(whole: Response): Promise<Response> {
  const body = new Uint8Array(await whole.arrayBuffer())
  const headers = new Headers(whole.headers)
  headers.delete('content-length')

  const half = body.slice(0, Math.floor(body.length / 2))

  return new Response(half.length > 0 ? half : '{"', {
    status: BODYLESS.includes(whole.status) ? 200 : whole.status,
    headers,
  })
}

/** Hono would otherwise keep the old response's headers, its content-length included. */
function replaceAnswer(c: Context<Env>, answer: Response): void {
  c.res = undefined
  c.res = answer
}

function dropConnection(c: Context<Env>): Response {
  c.env.incoming.socket.resetAndDestroy()

  return RESPONSE_ALREADY_SENT
}
