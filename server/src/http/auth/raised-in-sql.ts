import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { sqlState } from '#db/errors.ts'

type Raised = {
  status: ContentfulStatusCode
  body: { code: string; message: string; detail?: unknown; hint?: unknown }
}

/**
 * What a trigger says to the client on purpose: `raise sqlstate 'PT409'` chooses the status and is passed on as
 * it is. Anything else that PostgreSQL says is about our house, and stays in it.
 */
export function raisedInSql(thrown: unknown): Raised | null {
  const error = thrown instanceof Error && sqlState(thrown) === undefined ? thrown.cause : thrown
  const code = sqlState(error)
  if (!(error instanceof Error) || code === undefined || !/^PT[45]\d\d$/.test(code)) return null

  const { detail, hint } = error as { detail?: unknown; hint?: unknown }
  return {
    status: Number(code.slice(2)) as ContentfulStatusCode,
    body: {
      code,
      message: error.message,
      ...(detail ? { detail } : {}),
      ...(hint ? { hint } : {}),
    },
  }
}
