import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { startConnection } from '#code-host/start-connection.ts'

type Needs = { codeHost: CodeHost }

export const startGithubConnection = assuredFunction<Needs>(
  'POST',
  async (_request, member, needs) => jsonAnswer(await startConnection(needs.codeHost, member)),
)
