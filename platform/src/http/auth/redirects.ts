import type { SessionJson } from '@app/contract/identity'
import type { AppError } from '#errors/app-error.ts'

type Parameters = Record<string, string>

/** Tokens go into the fragment, which browsers never send to a server. */
export const withFragment = (target: string, parameters: Parameters): string =>
  `${target.replace(/#.*$/s, '')}#${new URLSearchParams(parameters)}`

export function withQuery(target: string, parameters: Parameters): string {
  const url = new URL(target)
  url.hash = ''
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)

  return url.href
}

/** Clients read errors from the query or from the fragment. */
export const withError = (target: string, parameters: Parameters): string =>
  withFragment(withQuery(target, parameters), { ...parameters, sb: '' })

/** OAuth's error code for a status, if it has one. */
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

/** A session's fragment parameters, with the provider's tokens. */
export const sessionParameters = (session: SessionJson): Parameters => ({
  access_token: session.access_token,
  expires_at: String(session.expires_at),
  expires_in: String(session.expires_in),
  ...(session.provider_refresh_token && {
    provider_refresh_token: session.provider_refresh_token,
  }),
  ...(session.provider_token && { provider_token: session.provider_token }),
  refresh_token: session.refresh_token,
  sb: '',
  token_type: session.token_type,
})
