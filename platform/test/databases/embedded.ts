import { schema } from './folders.ts'
import { setUpEmbedded } from './set-up.ts'

/** @public Vitest calls it. */
export const setup = setUpEmbedded(schema)
