import type { HttpBindings } from '@hono/node-server'
import type { FineGrained } from '#github/grants/grants.ts'
import type { Installation, InstallationToken } from '#github/installations/installations.ts'
import type { Counted } from '#github/memory/rates.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'

/** The program that a person uses: an app, or a personal token. */
type Program =
  | (Pick<Registration, 'clientId' | 'permissions'> & { kind: 'github-app' })
  | { kind: 'classic-token' }
  | (FineGrained & { kind: 'fine-grained-token' })

/** A caller with a user token. */
export type Caller = {
  person: Person
  program: Program
  /** Of a classic token. */
  scopes: readonly string[]
}

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
