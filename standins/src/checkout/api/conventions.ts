import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { catchUp } from '#checkout/billing/act.ts'
import type { Resource } from '#checkout/shapes/resource.ts'
import type { CheckoutNeeds } from '#checkout/state/memory.ts'
import { API_KEY } from '#checkout/state/objects.ts'
import { MINUTE_MS } from '#runtime/clock.ts'

export const JSON_API = 'application/vnd.api+json'
const CALLS_A_MINUTE = 300

export const requireKey = createMiddleware(async (c, next) => {
  if (c.req.header('authorization') === `Bearer ${API_KEY}`) return next()
  throw new ApiRefusal(401, 'Unauthorized', 'Unauthenticated.')
})

/** Kept in RAM: a restart resets the count. */
export function limitCalls({ clock }: CheckoutNeeds) {
  let window = { startedAt: 0, used: 0 }

  return createMiddleware(async (c, next) => {
    const now = clock.now()
    if (Math.abs(now - window.startedAt) >= MINUTE_MS) window = { startedAt: now, used: 0 }
    window.used += 1
    c.header('x-ratelimit-limit', String(CALLS_A_MINUTE))
    c.header('x-ratelimit-remaining', String(Math.max(0, CALLS_A_MINUTE - window.used)))
    if (window.used > CALLS_A_MINUTE) throw new TooManyAttempts()
    return next()
  })
}

/** Plays due steps before a request is handled. */
export const playTimeFirst = (needs: CheckoutNeeds) =>
  createMiddleware(async (_c, next) => {
    await catchUp(needs)
    return next()
  })

export const answer = (c: Context, body: Record<string, unknown>, status: 200 | 201 = 200) =>
  c.body(JSON.stringify({ jsonapi: { version: '1.0' }, ...body }), status, {
    'content-type': JSON_API,
  })

export const answerWith = (c: Context, data: Resource, status: 200 | 201 = 200) =>
  answer(c, { links: data.links, data }, status)

type Fields = Readonly<Record<string, unknown>>

/** A JSON:API document: the attributes of `data`, and the ids it relates to. */
export type Document = { attributes: Fields; relatedId(relation: string): string }

export async function readDocument(c: Context, type: string): Promise<Document> {
  const body: unknown = await c.req.json().catch(() => {
    throw new ApiRefusal(400, 'Invalid JSON', 'Syntax error.')
  })
  const data = recordIn(body, 'data')
  if (data.type !== type) throw unprocessable('/data/type', `The type must be ${type}.`)

  return {
    attributes: recordIn(data, 'attributes'),
    relatedId(relation) {
      const { id } = recordIn(recordIn(recordIn(data, 'relationships'), relation), 'data')
      if (typeof id !== 'string') throw unrelated(relation)
      return id
    },
  }
}

/** An object inside another; a missing one is empty. */
export function recordIn(value: unknown, name: string): Fields {
  const inner = isRecord(value) ? value[name] : undefined

  return isRecord(inner) ? inner : {}
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function optionalInteger(fields: Fields, name: string): number | null {
  const value = fields[name] ?? null
  // Ids are numbers inside attributes; the vendor takes numeric strings as well.
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (number === null || Number.isSafeInteger(number)) return number as number | null
  throw invalid(name, 'must be an integer.')
}

export function optionalFlag(fields: Fields, name: string): boolean | null {
  const value = fields[name] ?? null
  if (value === null || typeof value === 'boolean') return value
  throw invalid(name, 'field must be true or false.')
}

export const invalid = (name: string, problem: string) =>
  unprocessable(`/data/attributes/${name}`, `The ${name.replaceAll('_', ' ')} ${problem}`)

type Source = { pointer: string } | { parameter: string }

/** An error answer in JSON:API's shape; a `body` of its own replaces that. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal'
  readonly status: ContentfulStatusCode
  readonly body: unknown

  constructor(status: ContentfulStatusCode, title: string, detail: string, source?: Source) {
    super(detail)
    this.status = status
    const error = { detail, title, ...(source && { source }), status: String(status) }
    this.body = { jsonapi: { version: '1.0' }, errors: [error] }
  }
}

/** The vendor's limiter answers in Laravel's shape. */
class TooManyAttempts extends ApiRefusal {
  override readonly body = { message: 'Too Many Attempts.' }

  constructor() {
    super(429, '', 'Too Many Attempts.')
  }
}

export const notFound = () =>
  new ApiRefusal(404, 'Not Found', 'The requested resource does not exist.')

export const invalidParameter = (parameter: string, detail: string) =>
  new ApiRefusal(400, 'Invalid Query Parameter', detail, { parameter })

export const unprocessable = (pointer: string, detail: string) =>
  new ApiRefusal(422, 'Unprocessable Entity', detail, { pointer })

export const unrelated = (relation: string) =>
  unprocessable(`/data/relationships/${relation}`, 'The related resource does not exist.')
