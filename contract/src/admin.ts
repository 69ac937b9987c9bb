import * as z from 'zod/mini'
import { id } from './id.ts'

/** The answer of an action that has nothing to tell. */
export const adminDoneReply = z.object({ success: z.literal(true) })

export type AdminDoneReply = z.infer<typeof adminDoneReply>

/** The digits from the mail, if the last proof is older than an hour (403 `reauthentication_needed`). */
export const nonce = z.optional(z.string().check(z.maxLength(20)))

/** Why an admin acts; kept in the audit log. */
export const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

/** `manage-feedback`. */
export const manageFeedbackBody = z.discriminatedUnion('action', [
  z.object({
    action: z.enum(['delete', 'restore', 'create_github_issue']),
    feedbackId: id,
  }),
  /** Where issues are created. */
  z.object({ action: z.literal('issue_repository') }),
])

export type ManageFeedbackBody = z.infer<typeof manageFeedbackBody>

/** Of `manage-feedback` with `create_github_issue`. */
export const githubIssueReply = z.object({ issueUrl: z.string() })

export type GithubIssueReply = z.infer<typeof githubIssueReply>

/** Of `manage-feedback` with `issue_repository`. */
export const issueRepositoryReply = z.object({ fullName: z.string(), isPublic: z.boolean() })

export type IssueRepositoryReply = z.infer<typeof issueRepositoryReply>
