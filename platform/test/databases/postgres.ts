import { schema } from './folders.ts'
import { setUpPostgres } from './set-up.ts'

/** @public Vitest calls it. */
export const setup = setUpPostgres(schema)
