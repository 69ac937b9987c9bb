import * as z from 'zod/mini'
import { commitName, syncedCounts, syncedPlace } from './record-push.ts'

/** Of `record-pull`: what somebody pushed to GitHub has been written into the project. */
export const recordPullBody = z.object({
  ...syncedPlace,
  ...syncedCounts,
  /** The commit whose files the project has now. */
  commitSha: commitName,
})

export type RecordPullBody = z.infer<typeof recordPullBody>

export const recordPullReply = z.object({ success: z.literal(true) })

export type RecordPullReply = z.infer<typeof recordPullReply>
