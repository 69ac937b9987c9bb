import type { PendingEmailChangeReply } from '@app/contract/account'
import type { AssuredNeeds } from '@app/platform/http/functions/assured-function.ts'
import { signedInAs } from '@app/platform/http/functions/callers.ts'
import { clientOf } from '@app/platform/http/functions/client-of.ts'
import { factorMissing } from '@app/platform/http/functions/refusals.ts'
import type { ServerFunction } from '@app/platform/http/functions/server-function.ts'
import {
  findPendingEmailChange,
  withdrawEmailChange,
} from '@app/platform/identity/flows/pending-email-change.ts'
import type { Identity } from '@app/platform/identity/identity.ts'

type Needs = AssuredNeeds & { identity: Identity }

/** GET tells of a change of address that waits for its mailboxes; DELETE withdraws it. */
export const pendingEmailChange: ServerFunction<Needs> = {
  methods: ['GET', 'DELETE'],
  admit: async (call, { identity, isAssured }) => {
    const person = await call.member()
    if (!(await isAssured(person))) throw factorMissing()
    const signedIn = signedInAs(person)

    return async () => {
      if (call.request.method === 'DELETE') {
        await withdrawEmailChange(identity, signedIn, clientOf(call))
      }
      const pending = await findPendingEmailChange(identity, signedIn)
      return Response.json({ pending } satisfies PendingEmailChangeReply, {
        headers: { 'cache-control': 'no-store' },
      })
    }
  },
}
