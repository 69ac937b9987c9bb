import { signedInAs } from '@app/platform/http/functions/callers.ts'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { memberFunction } from '@app/platform/http/functions/server-function.ts'
import { mintSession } from '@app/platform/identity/flows/mint-session.ts'
import type { Identity } from '@app/platform/identity/identity.ts'

type Needs = { identity: Identity }

/** A separate session for the extension, so that extension and page do not rotate the same token. */
export const mintExtensionSession = memberFunction<Needs>(
  'POST',
  async (_request, member, { identity }, client) => {
    const reply = await mintSession(identity, signedInAs(member), client)

    return jsonAnswer(reply)
  },
)
