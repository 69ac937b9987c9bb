import type { ErrorCode } from '@app/contract/errors'
import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { sqlState } from '#db/errors.ts'
import type { AppError } from '#errors/app-error.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { toAppError } from '#http/frame/failures.ts'
import { WeakPassword } from '#identity/passwords/errors.ts'
import type { Log } from '#log/log.ts'

/** From this version on, clients read `code` and `message`; older clients read `error_code` and `msg`. */
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

/** Uses Supabase Auth's messages for errors of the request frame. */
const codeOf = ({ code }: AppError): ErrorCode =>
  code === 'body_too_large' ? 'request_entity_too_large' : code

const isModern = (version: string | undefined) =>
  version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= MODERN

type Raised = {
  status: ContentfulStatusCode
  body: { code: string; message: string; hint?: string; detail?: string }
}

type SqlError = Error & { schema?: unknown; hint?: unknown; detail?: unknown }

/** Errors raised by triggers, and violated constraints of the product's tables. */
const SAID_TO_CLIENTS = ['P0001', '23000', '23001', '23502', '23503', '23505', '23514', '23P01']

/** For these, PostgreSQL's detail contains the whole row, including hashes. */
const DETAIL_SHOWS_THE_ROW = ['23502', '23514']

/**
 * Passes errors of the product's SQL to the client, with status 500 or the status set by `raise sqlstate 'PT409'`. Constraints of the auth
 * schema are not passed on, because they would reveal accounts.
 */
function raisedInSql(thrown: unknown): Raised | null {
  const error = thrown instanceof Error && sqlState(thrown) === undefined ? thrown.cause : thrown
  const code = sqlState(error)
  if (!(error instanceof Error) || code === undefined) return null

  const { message, schema, hint, detail } = error as SqlError
  const status = statusOf(code)
  if (status === null || schema === 'auth') return null

  return {
    status,
    body: {
      code,
      message,
      ...(isText(hint) && { hint }),
      ...(isText(detail) && !DETAIL_SHOWS_THE_ROW.includes(code) && { detail }),
    },
  }
}

function statusOf(code: string): ContentfulStatusCode | null {
  if (/^PT[45]\d\d$/.test(code)) return Number(code.slice(2)) as ContentfulStatusCode

  return SAID_TO_CLIENTS.includes(code) ? 500 : null
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
