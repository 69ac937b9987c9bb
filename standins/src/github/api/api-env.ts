import type { HttpBindings } from '@hono/node-server'
import type { Token } from '#github/grants/grant-memory.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registration.ts'
import type { Counted } from './rates.ts'

/** Somebody who calls with a token: for whom, and through which program. */
export type Caller = { token: Token; person: Person; registration: Registration }

export type ApiEnv = {
  Bindings: HttpBindings
  Variables: {
    /** null: without a token. */
    caller: Caller | null
    counted: Counted
    version: string
  }
}
