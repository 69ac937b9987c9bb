import { listOf, type Parsed, recordOf, scalarOf } from './reply-shape.ts'

/** Of `missing-repositories`: those of the names that GitHub does not show to the member. */
export const missingRepositoriesReply = recordOf({ missing: listOf(scalarOf('text')) })

export type MissingRepositoriesReply = Parsed<typeof missingRepositoriesReply>
