import type { PendingEmailChangeReply } from '@app/contract/account-replies'
import { signedInAs } from '@app/platform/http/functions/callers.ts'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import {
  findPendingEmailChange,
  withdrawEmailChange,
} from '@app/platform/identity/flows/pending-email-change.ts'
import type { Identity } from '@app/platform/identity/identity.ts'

type Needs = { identity: Identity }

/** GET returns a change of address that waits for confirmation; DELETE withdraws it. */
export const pendingEmailChange = assuredFunction<Needs>(
  ['GET', 'DELETE'],
  async (request, member, { identity }, client) => {
    const signedIn = signedInAs(member)
    if (request.method === 'DELETE') await withdrawEmailChange(identity, signedIn, client)

    const pending = await findPendingEmailChange(identity, signedIn)

    return jsonAnswer({ pending } satisfies PendingEmailChangeReply)
  },
)
