import * as z from 'zod/mini'

/** What `invite-to-project` takes. Who may be invited as what is the database's to say. */
export const inviteToProjectBody = z.object({
  projectId: z.guid(),
  email: z.string().check(z.trim(), z.toLowerCase(), z.email(), z.maxLength(255)),
  role: z.enum(['editor', 'viewer']),
})

export type InviteToProjectBody = z.infer<typeof inviteToProjectBody>

/** The same for every address, known to us or not. */
export type InviteToProjectReply = { success: true }
