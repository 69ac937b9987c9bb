import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { serviceFunction } from '@app/platform/http/functions/server-function.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { deleteExpired } from '#code-host/delete-expired.ts'

type Needs = { codeHost: CodeHost }

/** For schedulers outside the product; a job does the same every hour. */
export const cleanupExpiredTokens = serviceFunction<Needs>('POST', async (_request, needs) =>
  jsonAnswer(await deleteExpired(needs.codeHost)),
)
