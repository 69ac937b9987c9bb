import { githubAppAuthBody } from '@app/contract/github'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { finishConnection } from '#code-host/finish-connection.ts'

type Needs = { codeHost: CodeHost }

export const githubAppAuth = assuredFunction<Needs>('POST', async (request, member, needs) => {
  const { code, state, installation_id: claimed } = await readJson(request, githubAppAuthBody)
  const installationId = Number(claimed) || null

  return jsonAnswer(await finishConnection(needs.codeHost, member, { code, state, installationId }))
})
