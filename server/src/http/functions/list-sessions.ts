import type { ListSessionsReply } from '@app/contract/account'
import type { Identity } from '@app/platform/identity/identity.ts'
import { listSessions } from '@app/platform/identity/sessions/list-sessions.ts'
import { assuredFunction } from '@app/platform/http/functions/assured-function.ts'
import { signedInAs } from '@app/platform/http/functions/callers.ts'

type Needs = { identity: Identity }

export const listSignedInSessions = assuredFunction<Needs>(
  'GET',
  async (_request, member, needs) => {
    const sessions = await listSessions(needs.identity, signedInAs(member))

    return Response.json({ sessions } satisfies ListSessionsReply, {
      headers: { 'cache-control': 'no-store' },
    })
  },
)
