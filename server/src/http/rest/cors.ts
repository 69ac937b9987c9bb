import type { Answer, RestRequest } from './rest-request.ts'

const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'
const PREFLIGHT_MAX_AGE_S = 86_400

const EXPOSED = [
  'Content-Encoding',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'Date',
  'Location',
  'Server',
  'Transfer-Encoding',
  'Range-Unit',
  'Preference-Applied',
  'Retry-After',
].join(', ')

/** A browser's question before the request itself; null when it is none. */
export function preflightAnswer({ method, header }: RestRequest): Answer | null {
  const isPreflight =
    method === 'OPTIONS' &&
    header('origin') !== undefined &&
    header('access-control-request-method') !== undefined
  if (!isPreflight) return null

  const asked = header('access-control-request-headers')
  return {
    status: 200,
    headers: [
      ['access-control-allow-origin', '*'],
      ['access-control-allow-methods', METHODS],
      ['access-control-allow-headers', asked ? `Authorization, ${asked}` : 'Authorization'],
      ['access-control-max-age', String(PREFLIGHT_MAX_AGE_S)],
    ],
    body: null,
  }
}

/** Any page may read the answer: rights come from the token it shows, never from a cookie. */
export function withCors({ header }: RestRequest, answer: Answer): Answer {
  if (header('origin') === undefined) return answer

  return {
    ...answer,
    headers: [
      ...answer.headers,
      ['access-control-allow-origin', '*'],
      ['access-control-expose-headers', EXPOSED],
    ],
  }
}
