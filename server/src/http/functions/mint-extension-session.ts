import { signedInAs } from '@app/platform/http/functions/callers.ts'
import { clientOf } from '@app/platform/http/functions/client-of.ts'
import type { ServerFunction } from '@app/platform/http/functions/server-function.ts'
import { mintSession } from '@app/platform/identity/flows/mint-session.ts'
import type { Identity } from '@app/platform/identity/identity.ts'

type Needs = { identity: Identity }

/** A session of its own for the extension, so that it and the page no longer rotate one token. */
export const mintExtensionSession: ServerFunction<Needs> = {
  methods: ['POST'],
  admit: async (call, { identity }) => {
    const person = await call.member()

    return async () => {
      const reply = await mintSession(identity, signedInAs(person), clientOf(call))
      return Response.json(reply, { headers: { 'cache-control': 'no-store' } })
    }
  },
}
