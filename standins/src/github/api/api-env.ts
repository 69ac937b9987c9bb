import type { HttpBindings } from '@hono/node-server'
import type { Token } from '#github/grants/grant-memory.ts'
import type { Installation } from '#github/installations/installation.ts'
import type { InstallationToken } from '#github/installations/installation-memory.ts'
import type { Counted } from '#github/memory/rates.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'

/** Somebody who calls with a token: for whom, and through which program. */
export type Caller = { token: Token; person: Person; registration: Registration }

/** An app that calls in its own name, where it is installed. */
export type Robot = {
  token: InstallationToken
  installation: Installation
  registration: Registration
}

export type ApiEnv = {
  Bindings: HttpBindings
  Variables: {
    /** A person's token, an installation's, an app's own proof: one of them, or none at all. */
    caller: Caller | null
    robot: Robot | null
    app: Registration | null
    counted: Counted
    version: string
  }
}
