import { RestError } from '#data-api/errors/rest-error.ts'

// PGRST3xx, with PostgREST's messages.

export const secretMissing = () => new RestError(500, 'PGRST300', 'Server lacks JWT secret')

export const tokenRefused = (message: string, details?: string) =>
  new RestError(401, 'PGRST301', message, { details, headers: invalidToken(message) })

export const anonymousRefused = () =>
  new RestError(401, 'PGRST302', 'Anonymous access is disabled', {
    headers: { 'www-authenticate': 'Bearer' },
  })

export const claimsRefused = (message: string) =>
  new RestError(401, 'PGRST303', message, { headers: invalidToken(message) })

/** PostgREST knows no scopes; the code is RFC 6750's. */
export const scopeMissing = (scope: string) =>
  new RestError(403, 'insufficient_scope', 'The token of this OAuth client does not allow this', {
    headers: {
      'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
    },
  })

const invalidToken = (message: string) => ({
  'www-authenticate': `Bearer error="invalid_token", error_description="${message}"`,
})
