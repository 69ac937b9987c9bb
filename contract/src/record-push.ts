import * as z from 'zod/mini'
import { storable } from './storable.ts'

const count = z.int().check(z.minimum(0), z.maximum(1_000_000))

/** Which project was synced with which branch. */
export const syncedPlace = {
  /** The builder's id. Without it the link with this repository is looked for. */
  boltProjectId: z.nullish(z.string().check(z.regex(/^[a-zA-Z0-9_-]{1,200}$/))),
  owner: z.string().check(z.regex(/^[A-Za-z0-9-]{1,100}$/)),
  name: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,100}$/)),
  branch: z.string().check(z.minLength(1), z.maxLength(244), storable),
}

/** Of files. */
export const syncedCounts = { added: count, modified: count, deleted: count }

export const commitName = z.string().check(z.regex(/^[0-9a-f]{40}$/))

/** Of `record-push`: a push that an extension or the simulator has finished, or has failed at. */
export const recordPushBody = z
  .object({
    ...syncedPlace,
    ...syncedCounts,
    /** What a project that is new to us is called; else by its repository. The first 200 characters count. */
    projectName: z.nullish(z.string().check(z.maxLength(1000), storable)),
    /** Of a push that succeeded; one that failed may have none. */
    commitSha: z.nullish(commitName),
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
