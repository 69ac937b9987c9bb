import type { Schema } from '#db/migrate.ts'

/** What the global set-up hands to every test file. */
export type GivenDatabase = { schema: Schema } & (
  | { kind: 'embedded'; image: string; scratch: string }
  | { kind: 'postgres'; url: string; template: string }
)

declare module 'vitest' {
  interface ProvidedContext {
    database: GivenDatabase
  }
}
