import { AppError } from '@app/platform/errors/app-error.ts'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { giveToken } from '#code-host/give-token.ts'

type Needs = { codeHost: CodeHost }

export const getGithubToken = assuredFunction<Needs>(
  'GET',
  async (request, member, needs) => {
    const query = new URL(request.url).searchParams
    const check = query.get('check') === 'true'
    const giving = giveToken(needs.codeHost, member.id, { check })
    const reply = await (query.get('installation') === 'optional'
      ? giving.catch(installationStillDue)
      : giving)

    return jsonAnswer(reply)
  },
  { scope: 'sync:write' },
)

/** Between connecting and installing this state is expected, and browsers log every refusal as an error. */
function installationStillDue(error: unknown) {
  if (!(error instanceof AppError) || error.code !== 'GITHUB_APP_INSTALLATION_MISSING') throw error

  return { ...error.facts, error: error.message, code: error.code }
}
