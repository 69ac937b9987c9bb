import { recordPushBody } from '@app/contract/record-push'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { recordOwnPush as record } from '#code-host/events/record-own-push.ts'

type Needs = { codeHost: CodeHost; limits: RateLimits }

export const recordOwnPush = assuredFunction<Needs>(
  'POST',
  async (request, member, needs) => {
    const { codeHost, limits } = needs
    const push = await readJson(request, recordPushBody)

    return jsonAnswer(await record({ db: codeHost.db, limits }, member, push))
  },
  { scope: 'sync:write' },
)
