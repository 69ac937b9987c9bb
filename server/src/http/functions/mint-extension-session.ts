import type { Identity } from '#identity/identity.ts'
import { mintSession } from '#identity/sessions/mint-session.ts'
import { signedInAs } from './callers.ts'
import type { ServerFunction } from './server-function.ts'

type Needs = { identity: Identity }

const LONGEST_USER_AGENT = 500

/** A session of its own for the extension, so that it and the page no longer rotate one token. */
export const mintExtensionSession: ServerFunction<Needs> = {
  methods: ['POST'],
  admit: async ({ request, clientAddress: address, member }, { identity }) => {
    const person = await member()
    const userAgent = (request.headers.get('user-agent') ?? '').slice(0, LONGEST_USER_AGENT)

    return async () => {
      const reply = await mintSession(identity, signedInAs(person), { address, userAgent })
      return Response.json(reply, { headers: { 'cache-control': 'no-store' } })
    }
  },
}
