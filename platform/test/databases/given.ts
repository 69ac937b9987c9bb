import type { Schema } from '#db/sql-files.ts'

/** The values that the global set-up provides to every test file. */
export type GivenDatabase = { schema: Schema } & (
  | { kind: 'embedded'; image: string; scratch: string }
  // The address is a superuser's; the template belongs to the owner, as whom servers work.
  | { kind: 'postgres'; url: string; template: string; owner: string }
)

declare module 'vitest' {
  interface ProvidedContext {
    database: GivenDatabase
  }
}
