import type { ListSessionsReply } from '@app/contract/account'
import type { Identity } from '#identity/identity.ts'
import { listSessions } from '#identity/sessions/list-sessions.ts'
import { assuredFunction } from './assured-function.ts'
import { signedInAs } from './callers.ts'

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
