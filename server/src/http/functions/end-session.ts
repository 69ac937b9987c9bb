import { type EndSessionReply, endSessionBody } from '@app/contract/account'
import type { AssuredNeeds } from '@app/platform/http/functions/assured-function.ts'
import { signedInAs } from '@app/platform/http/functions/callers.ts'
import { clientOf } from '@app/platform/http/functions/client-of.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { factorMissing } from '@app/platform/http/functions/refusals.ts'
import type { ServerFunction } from '@app/platform/http/functions/server-function.ts'
import { endSession } from '@app/platform/identity/flows/sign-out.ts'
import type { Identity } from '@app/platform/identity/identity.ts'

type Needs = AssuredNeeds & { identity: Identity }

/** Signs out one of the caller's own devices, told apart from `logout` by working from another. */
export const endOneSession: ServerFunction<Needs> = {
  methods: ['POST'],
  admit: async (call, { identity, isAssured }) => {
    const person = await call.member()
    if (!(await isAssured(person))) throw factorMissing()

    return async () => {
      const { sessionId } = await readJson(call.request, endSessionBody)
      await endSession(identity, signedInAs(person), sessionId, clientOf(call))
      return Response.json({ success: true } satisfies EndSessionReply)
    }
  },
}
