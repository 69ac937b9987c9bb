import type { Identity } from '#identity/identity.ts'
import { mintSession } from '#identity/sessions/mint-session.ts'
import { signedInAs } from './callers.ts'
import { clientOf } from './client-of.ts'
import type { ServerFunction } from './server-function.ts'

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
