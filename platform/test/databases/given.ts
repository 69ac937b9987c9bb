import type { Schema } from '#db/migrate.ts'

/** The values that the global set-up provides to every test file. */
export type GivenDatabase = { schema: Schema } & (
  | { kind: 'embedded'; image: string; scratch: string }
  | { kind: 'postgres'; url: string; template: string }
)

declare module 'vitest' {
  interface ProvidedContext {
    database: GivenDatabase
  }
}
