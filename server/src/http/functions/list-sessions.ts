import type { ListSessionsReply } from '@app/contract/account-replies'
import { signedInAs } from '@app/platform/http/functions/callers.ts'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import { listSessions } from '@app/platform/identity/flows/list-sessions.ts'
import type { Identity } from '@app/platform/identity/identity.ts'

type Needs = { identity: Identity }

export const listSignedInSessions = assuredFunction<Needs>(
  'GET',
  async (_request, member, needs) => {
    const sessions = await listSessions(needs.identity, signedInAs(member))

    return jsonAnswer({ sessions } satisfies ListSessionsReply)
  },
)
