import type { HttpBindings } from '@hono/node-server'
import type { FineGrained } from '#github/grants/personal-tokens.ts'
import type { Installation } from '#github/installations/installation.ts'
import type { InstallationToken } from '#github/installations/installation-memory.ts'
import type { Counted } from '#github/memory/rates.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'

/** What a person calls with: an app, or a token of their own. A classic token acts as an OAuth App does. */
type Program =
  | (Pick<Registration, 'clientId' | 'permissions'> & { kind: 'github-app' })
  | { kind: 'oauth-app'; isPersonal: boolean }
  | (FineGrained & { kind: 'fine-grained-token' })

/** A caller with a user token. */
export type Caller = {
  person: Person
  program: Program
  /** Of an OAuth App or a classic token. */
  scopes: readonly string[]
  /** Of a personal token that ends; null: GitHub does not tell. */
  tokenExpiresAt: number | null
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
