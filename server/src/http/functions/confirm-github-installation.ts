import { confirmInstallationBody } from '@app/contract/github'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { confirmInstallation } from '#code-host/confirm-installation.ts'
import { noInstallation } from '#code-host/errors.ts'

type Needs = { codeHost: CodeHost }

export const confirmGithubInstallation = assuredFunction<Needs>(
  'POST',
  async (request, member, needs) => {
    const { installation_id } = await readJson(request, confirmInstallationBody)
    const id = Number(installation_id)
    if (!Number.isSafeInteger(id) || id <= 0) throw noInstallation()

    return jsonAnswer(await confirmInstallation(needs.codeHost, member.id, id))
  },
)
