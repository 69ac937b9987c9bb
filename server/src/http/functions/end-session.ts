import { type EndSessionReply, endSessionBody } from '@app/contract/account'
import type { Identity } from '#identity/identity.ts'
import { endSession } from '#identity/sessions/end-session.ts'
import type { AssuredNeeds } from './assured-function.ts'
import { signedInAs } from './callers.ts'
import { readJson } from './read-json.ts'
import { factorMissing } from './refusals.ts'
import type { ServerFunction } from './server-function.ts'

type Needs = AssuredNeeds & { identity: Identity }

const LONGEST_USER_AGENT = 500

/** Signs out one of the caller's own devices, told apart from `logout` by working from another. */
export const endOneSession: ServerFunction<Needs> = {
  methods: ['POST'],
  admit: async ({ request, clientAddress: address, member }, { identity, isAssured }) => {
    const person = await member()
    if (!(await isAssured(person))) throw factorMissing()
    const userAgent = (request.headers.get('user-agent') ?? '').slice(0, LONGEST_USER_AGENT)

    return async () => {
      const { sessionId } = await readJson(request, endSessionBody)
      await endSession(identity, signedInAs(person), sessionId, { address, userAgent })
      return Response.json({ success: true } satisfies EndSessionReply)
    }
  },
}
