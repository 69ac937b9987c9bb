import { type Context, Hono } from 'hono'
import { bodyLimit } from '#http/frame/body-limit.ts'
import { personalAnswers } from '#http/frame/caching.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { functionsCors } from '#http/frame/cors.ts'
import { plainFailures } from '#http/frame/failures.ts'
import { networkOf } from '#limits/network.ts'
import { Buckets } from '#realtime/access/buckets.ts'
import { BROADCAST_LIMIT } from '#realtime/access/settings.ts'
import type { Realtime } from '#realtime/open-realtime.ts'
import type { Broadcast } from '#realtime/wire/encode.ts'
import { readMessages } from './read-messages.ts'
import { type Addressed, Sender } from './sender.ts'

const BODY_LIMIT_BYTES = 4 * 1024 * 1024
const MOST_MESSAGES = 100
const UNAUTHORIZED = { message: 'Unauthorized' }
const RATE_EXCEEDED = { message: 'You have exceeded your rate limit' }
const BATCH_TOO_LARGE = {
  message: 'Too many messages to broadcast, please reduce the batch size',
}

/** Broadcasts without a socket: several messages, or one of any content. */
export function realtimeRoutes(realtime: Realtime) {
  const { needs } = realtime
  const limits = new Buckets(BROADCAST_LIMIT)
  /** Counts the request; whether it is within the limit of its network. */
  const isWithinLimit = (c: Context<RequestContext>): boolean => {
    const network = networkOf(c.env.incoming.clientAddress)
    const nowMs = performance.now()
    limits.sweep(nowMs)
    const isWithin = limits.take(network, nowMs)
    c.header('x-rate-limit', String(BROADCAST_LIMIT.burst))
    c.header('x-rate-rolling', String(limits.used(network, nowMs)))
    return isWithin
  }

  return new Hono<RequestContext>()
    .onError(plainFailures(needs.log))
    .use(functionsCors, personalAnswers, bodyLimit(BODY_LIMIT_BYTES))
    .post('/api/broadcast', async (c) => {
      const sender = await Sender.of(needs, c.env.incoming)
      if (!sender) return c.json(UNAUTHORIZED, 401)
      if (!isWithinLimit(c)) return c.json(RATE_EXCEEDED, 429)
      const read = readMessages(await c.req.text(), needs.settings.payloadBytes)
      if ('errors' in read) return c.json(read, 422)
      if (read.messages.length > MOST_MESSAGES) return c.json(BATCH_TOO_LARGE, 429)
      if (!(await sender.sendAll(read.messages))) return c.json(RATE_EXCEEDED, 429)

      return c.body(null, 202)
    })
    .post('/api/broadcast/:topic/events/:event', async (c) => {
      const sender = await Sender.of(needs, c.env.incoming)
      if (!sender) return c.json(UNAUTHORIZED, 401)
      if (!isWithinLimit(c)) return c.json(RATE_EXCEEDED, 429)
      const message = await readOne(c, needs.settings.payloadBytes)
      if ('refusal' in message) return c.json(message.refusal, message.status)
      if (message.isPrivate && !(await sender.maySend(message.topic))) {
        return c.json(UNAUTHORIZED, 403)
      }
      if (!(await sender.sendAll([message]))) return c.json(RATE_EXCEEDED, 429)

      return c.body(null, 202)
    })
}

type OneRefusal = { refusal: object; status: 415 | 422 }

/** The body as it came, which is forwarded without its form being changed. */
async function readOne(
  c: Context<RequestContext>,
  payloadBytes: number,
): Promise<Addressed | OneRefusal> {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json' && type !== 'application/octet-stream') {
    return { refusal: { error: 'Unsupported media type' }, status: 415 }
  }
  const { topic = '', event = '' } = c.req.param()
  const bytes = Buffer.from(await c.req.arrayBuffer())
  const problem = problemOf(
    { topic, event, bytes, isJson: type === 'application/json' },
    payloadBytes,
  )
  if (problem)
    return { refusal: { errors: problem, message: Object.values(problem)[0]?.[0] }, status: 422 }
  const form = type === 'application/json' ? 'json' : 'binary'
  const broadcast: Broadcast = { form, event, meta: null, bytes }

  return { topic, isPrivate: c.req.query('private') === 'true', broadcast }
}

type One = { topic: string; event: string; bytes: Buffer; isJson: boolean }

function problemOf(
  { topic, event, bytes, isJson }: One,
  payloadBytes: number,
): Record<string, string[]> | null {
  if (topic === '' || topic.includes('\u0000')) return { topic: ['is invalid'] }
  if (event === '' || event.includes('\u0000')) return { event: ['is invalid'] }
  if (bytes.length > payloadBytes) return { payload: ['Payload size exceeds the limit'] }
  if (isJson && !isJsonText(bytes.toString())) return { payload: ['is not JSON'] }

  return null
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
