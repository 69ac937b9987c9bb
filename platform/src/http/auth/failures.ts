import type { ErrorCode } from '@app/contract/errors'
import type { ErrorHandler } from 'hono'
import type { AppError } from '#errors/app-error.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { toAppError } from '#http/frame/failures.ts'
import { WeakPassword } from '#identity/passwords/errors.ts'
import type { Log } from '#log/log.ts'
import { raisedInSql } from './raised-in-sql.ts'

/** Since this version a client reads `code` and `message`; older ones read `error_code` and `msg`. */
const MODERN = '2024-01-01'

/** Renders errors in Supabase Auth's format, in the client's API version. */
export function authFailures(log: Log): ErrorHandler<RequestContext> {
  return (thrown, c) => {
    const error = toAppError(thrown, log)
    const code = codeOf(error)
    const weak = error instanceof WeakPassword && { weak_password: { reasons: error.reasons } }

    c.header('x-sb-error-code', code)
    c.header('cache-control', 'no-store')
    if (error.retryAfterS !== undefined) c.header('retry-after', String(error.retryAfterS))
    if (isModern(c.req.header('x-supabase-api-version'))) {
      c.header('x-supabase-api-version', MODERN)
      return c.json({ code, message: error.message, ...weak }, error.status)
    }
    const raised = raisedInSql(thrown)
    if (raised) return c.json(raised.body, raised.status)

    const trace = error.status >= 500 && { error_id: c.env.incoming.requestId }
    return c.json(
      { code: error.status, error_code: code, msg: error.message, ...weak, ...trace },
      error.status,
    )
  }
}

/** Messages of Supabase Auth for the frame's errors. */
const codeOf = ({ code }: AppError): ErrorCode =>
  code === 'body_too_large' ? 'request_entity_too_large' : code

const isModern = (version: string | undefined) =>
  version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= MODERN
