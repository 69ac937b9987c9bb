import { missingRepositoriesBody } from '@app/contract/github'
import type { MissingRepositoriesReply } from '@app/contract/missing-repositories'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { findMissing } from '#code-host/find-missing.ts'

type Needs = { codeHost: CodeHost }

export const missingRepositories = assuredFunction<Needs>(
  'POST',
  async (request, member, { codeHost }) => {
    const { names } = await readJson(request, missingRepositoriesBody)
    const missing = await findMissing(codeHost, member.id, names)

    return jsonAnswer({ missing } satisfies MissingRepositoriesReply)
  },
  { scope: 'sync:read' },
)
