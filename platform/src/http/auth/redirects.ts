import type { AppError } from '#errors/app-error.ts'

type Parameters = Record<string, string>

/** Tokens travel in the fragment, which no server is ever sent. */
export const withFragment = (target: string, parameters: Parameters): string =>
  `${target.replace(/#.*$/s, '')}#${new URLSearchParams(parameters)}`

export function withQuery(target: string, parameters: Parameters): string {
  const url = new URL(target)
  url.hash = ''
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)

  return url.href
}

/** OAuth's own words for a status; some have none. */
const OAUTH_ERRORS: Partial<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

export function errorParameters({ status, code, message }: AppError): Parameters {
  const error = OAUTH_ERRORS[status]

  return { ...(error && { error }), error_code: code, error_description: message }
}
