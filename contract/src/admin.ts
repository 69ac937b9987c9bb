import * as z from 'zod/mini'
import { id } from './id.ts'

/** The answer of an action without a result. */
export const adminDoneReply = z.object({ success: z.literal(true) })

export type AdminDoneReply = z.infer<typeof adminDoneReply>

/** The digits from the mail, if the last proof is older than an hour (403 `reauthentication_needed`). */
export const nonce = z.optional(z.string().check(z.maxLength(20)))

/** The admin's reason, stored in the audit log. */
export const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

export const FEEDBACK_REPLY_MAX_CHARACTERS = 5000

/** `manage-feedback`. */
export const manageFeedbackBody = z.discriminatedUnion('action', [
  z.object({
    action: z.enum(['delete', 'restore', 'create_github_issue']),
    feedbackId: id,
  }),
  /** Mails the sender. A repeated call with the same `replyId` changes nothing and succeeds. */
  z.object({
    action: z.literal('reply'),
    feedbackId: id,
    replyId: id,
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(FEEDBACK_REPLY_MAX_CHARACTERS)),
    /** How many replies the admin saw; refused if there are others by now. */
    repliesSeen: z.int().check(z.minimum(0)),
  }),
  /** The repository for new issues. */
  z.object({ action: z.literal('issue_repository') }),
])

export type ManageFeedbackBody = z.infer<typeof manageFeedbackBody>

/** Of `manage-feedback` with `create_github_issue`. */
export const githubIssueReply = z.object({ issueUrl: z.string() })

export type GithubIssueReply = z.infer<typeof githubIssueReply>

/** Of `manage-feedback` with `issue_repository`. */
export const issueRepositoryReply = z.object({ fullName: z.string(), isPublic: z.boolean() })

export type IssueRepositoryReply = z.infer<typeof issueRepositoryReply>
