import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { giveInstallationToken } from '#code-host/give-installation-token.ts'

type Needs = { codeHost: CodeHost }

/** Published extensions call it with either method. */
export const getInstallationToken = assuredFunction<Needs>(
  ['GET', 'POST'],
  async (_request, member, needs) => {
    const reply = await giveInstallationToken(needs.codeHost, member.id)

    return jsonAnswer(reply)
  },
)
