import type { HttpBindings } from '@hono/node-server'
import type { Token } from '#github/grants/grant-memory.ts'
import type { Installation } from '#github/installations/installation.ts'
import type { InstallationToken } from '#github/installations/installation-memory.ts'
import type { Counted } from '#github/memory/rates.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'

/** A caller with a user token: the person and the program. */
export type Caller = { token: Token; person: Person; registration: Registration }

/** An app that calls with an installation token. */
export type Bot = {
  token: InstallationToken
  installation: Installation
  registration: Registration
}

export type ApiEnv = {
  Bindings: HttpBindings
  Variables: {
    /** At most one is set: a user token, an installation token, or an app's JWT. */
    caller: Caller | null
    bot: Bot | null
    app: Registration | null
    counted: Counted
    version: string
  }
}
