import * as z from 'zod/mini'
import { commitName, syncedCounts, syncedTarget } from './record-push.ts'

/** Reports that pushed changes were written into the project. */
export const recordPullBody = z.object({
  ...syncedTarget,
  ...syncedCounts,
  /** The project's new commit. */
  commitSha: commitName,
})

export type RecordPullBody = z.infer<typeof recordPullBody>

export const recordPullReply = z.object({ success: z.literal(true) })

export type RecordPullReply = z.infer<typeof recordPullReply>
