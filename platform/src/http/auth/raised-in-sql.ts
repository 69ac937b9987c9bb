import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { sqlState } from '#db/errors.ts'

type Raised = {
  status: ContentfulStatusCode
  body: { code: string; message: string; hint?: string; detail?: string }
}

type SqlError = Error & { schema?: unknown; hint?: unknown; detail?: unknown }

/** Errors raised by triggers, and violated constraints of the product's tables. */
const SAID_TO_CLIENTS = ['P0001', '23000', '23001', '23502', '23503', '23505', '23514', '23P01']

/** PostgreSQL's detail of these contains the whole row, with hashes. */
const DETAIL_SHOWS_THE_ROW = ['23502', '23514']

/**
 * Passes errors of the product's SQL to the client, with status 500 or the one that `raise sqlstate 'PT409'` sets.
 * Constraints of the auth schema are not passed on, because they would reveal accounts.
 */
export function raisedInSql(thrown: unknown): Raised | null {
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
