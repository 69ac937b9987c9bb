import { endSessionBody } from '@app/contract/account'
import type { EndSessionReply } from '@app/contract/account-replies'
import { signedInAs } from '@app/platform/http/functions/callers.ts'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import { endSession } from '@app/platform/identity/flows/sign-out.ts'
import type { Identity } from '@app/platform/identity/identity.ts'

type Needs = { identity: Identity }

/** Signs out one of the member's own devices. Unlike `logout`, it works from another device. */
export const endOneSession = assuredFunction<Needs>(
  'POST',
  async (request, member, { identity }, client) => {
    const { sessionId } = await readJson(request, endSessionBody)
    await endSession(identity, signedInAs(member), sessionId, client)

    return jsonAnswer({ success: true } satisfies EndSessionReply)
  },
)
