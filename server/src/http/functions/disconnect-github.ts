import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { disconnect } from '#code-host/disconnect.ts'

type Needs = { codeHost: CodeHost }

export const disconnectGithub = assuredFunction<Needs>('POST', async (_request, member, needs) =>
  jsonAnswer(await disconnect(needs.codeHost, member)),
)
