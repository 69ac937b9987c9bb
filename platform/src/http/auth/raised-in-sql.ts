import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { sqlState } from '#db/errors.ts'

type Raised = {
  status: ContentfulStatusCode
  body: { code: string; message: string; hint?: string; detail?: string }
}

type SqlError = Error & { schema?: unknown; hint?: unknown; detail?: unknown }

/** What a trigger raised, and the constraints that it, or a table of the product, insists on. */
const SAID_TO_CLIENTS = ['P0001', '23000', '23001', '23502', '23503', '23505', '23514', '23P01']

/** PostgreSQL's own detail of these shows the whole row, hashes and all. */
const DETAIL_SHOWS_THE_ROW = ['23502', '23514']

/**
 * What the product's own SQL says to the client: its words with status 500, or with the status that
 * `raise sqlstate 'PT409'` chooses. Constraints of our own tables are not its words, and would tell who is known.
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
