import { headersOf } from './answers.ts'
import type { Answer, RestRequest } from './rest-request.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']
const PREFLIGHT_MAX_AGE_S = 86_400

/** Browsers may always send these; PostgREST lists them too. */
const SIMPLE_HEADERS = ['Accept', 'Accept-Language', 'Content-Language']

/** The headers that PostgREST exposes to pages of other origins. */
const EXPOSED_HEADERS = [
  'Content-Encoding',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'Date',
  'Location',
  'Server',
  'Transfer-Encoding',
  'Range-Unit',
]

export const exposedHeaders = (more: readonly string[]): string =>
  [...EXPOSED_HEADERS, ...more].join(', ')

/** The answer to a preflight; null for other requests. */
export function preflightAnswer({ method, header }: RestRequest): Answer | null {
  const isPreflight =
    method === 'OPTIONS' &&
    header('origin') !== undefined &&
    METHODS.includes(header('access-control-request-method') ?? '')
  if (!isPreflight) return null

  const requested = header('access-control-request-headers')
  const headers = headersOf({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': METHODS.join(', '),
    'access-control-allow-headers': requested === undefined ? undefined : allowedHeaders(requested),
    'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
  })
  return { status: 200, headers, body: null }
}

function allowedHeaders(requested: string): string {
  const wanted = ['Authorization', ...requested.split(',').map((name) => name.trim())]
  const isNamed = (name: string) => wanted.some((one) => one.toLowerCase() === name.toLowerCase())

  return [...wanted, ...SIMPLE_HEADERS.filter((name) => !isNamed(name))].join(', ')
}

/**
 * Pages of any origin may read the answer: rights come from the token, never from a cookie. As in PostgREST, OPTIONS answers always have
 * the header, others only if the request has an origin.
 */
export function withCors({ method, header }: RestRequest, answer: Answer, exposed: string): Answer {
  if (method === 'OPTIONS') return withHeaders(answer, [ANY_ORIGIN])
  if (header('origin') === undefined) return answer

  return withHeaders(answer, [ANY_ORIGIN, ['access-control-expose-headers', exposed]])
}

const ANY_ORIGIN: Answer['headers'][number] = ['access-control-allow-origin', '*']

const withHeaders = (answer: Answer, more: Answer['headers']): Answer => ({
  ...answer,
  headers: [...answer.headers, ...more],
})
