import * as z from 'zod/mini'
import { storable } from './storable.ts'

const count = z.int().check(z.minimum(0), z.maximum(1_000_000))

/** The synced project and branch. */
export const syncedTarget = {
  /** The builder's id. If missing, the link with this repository is used. */
  boltProjectId: z.nullish(z.string().check(z.regex(/^[a-zA-Z0-9_-]{1,200}$/))),
  owner: z.string().check(z.regex(/^[A-Za-z0-9-]{1,100}$/)),
  name: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,100}$/)),
  branch: z.string().check(z.minLength(1), z.maxLength(244), storable),
}

/** Numbers of files. */
export const syncedCounts = { added: count, modified: count, deleted: count }

export const commitName = z.string().check(z.regex(/^[0-9a-f]{40}$/))

/** Of `record-push`: a push that an extension or the simulator has finished, or has failed at. */
export const recordPushBody = z
  .object({
    ...syncedTarget,
    ...syncedCounts,
    /** The name of a project that is new to us; default: the repository's. Only the first 200 characters are used. */
    projectName: z.nullish(z.string().check(z.maxLength(1000), storable)),
    /** Set for a successful push; may be missing for a failed one. */
    commitSha: z.nullish(commitName),
    /** The branch's previous commit; null if new or unknown. */
    before: z.nullish(commitName),
    message: z.string().check(z.maxLength(65_536), storable),
    succeeded: z.boolean(),
    /** A code of the sync engine. */
    errorCode: z.nullish(z.string().check(z.regex(/^[a-z_]{1,60}$/))),
  })
  .check(
    z.refine(({ succeeded, commitSha }) => !succeeded || Boolean(commitSha), {
      path: ['commitSha'],
      error: 'A push that succeeded has a commit',
    }),
  )

export type RecordPushBody = z.infer<typeof recordPushBody>

export const recordPushReply = z.object({ success: z.literal(true) })

export type RecordPushReply = z.infer<typeof recordPushReply>
