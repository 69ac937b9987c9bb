import { listOf, type Parsed, recordOf, scalarOf } from './reply-shape.ts'

/** The reply of `missing-repositories`: the requested repositories that GitHub does not show to the member. */
export const missingRepositoriesReply = recordOf({ missing: listOf(scalarOf('text')) })

export type MissingRepositoriesReply = Parsed<typeof missingRepositoriesReply>
