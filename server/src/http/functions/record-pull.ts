import { recordPullBody } from '@app/contract/record-pull'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { recordOwnPull as record } from '#code-host/events/record-own-pull.ts'

type Needs = { codeHost: CodeHost; limits: RateLimits }

export const recordOwnPull = assuredFunction<Needs>(
  'POST',
  async (request, member, needs) => {
    const { codeHost, limits } = needs
    const pull = await readJson(request, recordPullBody)

    return jsonAnswer(await record({ db: codeHost.db, limits }, member, pull))
  },
  { scope: 'sync:write' },
)
