import * as z from 'zod/mini'
import { id } from './id.ts'
import { type Parsed, recordOf } from './reply-shape.ts'

/** Of `invite-to-project`. The database decides who may be invited as what. */
export const inviteToProjectBody = z.object({
  projectId: id,
  email: z.string().check(z.trim(), z.toLowerCase(), z.email(), z.maxLength(255)),
  role: z.enum(['editor', 'viewer']),
})

export type InviteToProjectBody = z.infer<typeof inviteToProjectBody>

/** The same for every address, registered or not. */
export const inviteToProjectReply = recordOf({ success: [true] })

export type InviteToProjectReply = Parsed<typeof inviteToProjectReply>
