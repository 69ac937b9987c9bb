import type { Schema } from '#db/sql-files.ts'

/** The values that the global set-up provides to every test file. `scratch` is a folder that is deleted after the run. */
export type GivenDatabase = {
  schema: Schema
  scratch: string
} & ( // A migrated database as an image, and as a folder to copy, which takes a tenth of the time.
  | { kind: 'embedded'; image: string; folder: string }
  // The address is a superuser's; the template belongs to the owner, as whom servers work.
  | { kind: 'postgres'; url: string; template: string; owner: string }
)

declare module 'vitest' {
  interface ProvidedContext {
    database: GivenDatabase
  }
}
