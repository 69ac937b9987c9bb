/**
 * Every code the product's own answers may carry, in all dialects. PostgreSQL's and PostgREST's codes
 * travel beside these unchanged and are not listed.
 */
export const errorCodes = [
  'bad_request',
  'body_too_large',
  'database_unavailable',
  'method_not_allowed',
  'not_found',
  'over_request_rate_limit',
  'request_timeout',
  'unexpected_failure',
] as const

export type ErrorCode = (typeof errorCodes)[number]
