import { type GithubIssueReply, manageFeedbackBody } from '@app/contract/admin'
import { createIssue, issueRepository } from '#admin/create-issue.ts'
import { deleteFeedback, restoreFeedback } from '#admin/delete-feedback.ts'
import { replyToFeedback } from '#admin/reply-to-feedback.ts'
import { adminFunction, done } from './admin-function.ts'

export const manageFeedback = adminFunction(manageFeedbackBody, async (admin, caller, body) => {
  if (body.action === 'issue_repository') return issueRepository(admin, caller)
  if (body.action === 'create_github_issue') {
    const issueUrl = await createIssue(admin, caller, body.feedbackId)
    return { issueUrl } satisfies GithubIssueReply
  }
  if (body.action === 'reply') return done(replyToFeedback(admin, caller, body))
  const change = body.action === 'delete' ? deleteFeedback : restoreFeedback
  return done(change(admin, caller, body.feedbackId))
})
