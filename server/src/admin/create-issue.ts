import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { IssueRepositoryReply } from '@app/contract/admin'
import { feedbackIssue } from '@app/contract/feedback-issue'
import { theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { IssueOutcome, RepositoryIssues } from '#outside/github/issues.ts'
import type { AdminArea, AdminCaller } from './admin.ts'
import {
  feedbackNotFound,
  feedbackRepoMissing,
  githubFailure,
  githubUnavailable,
  issueRefused,
} from './errors.ts'
import {
  claimIssue,
  type IssueRow,
  lockForIssue,
  releaseIssue,
  storeIssue,
} from './feedback-table.ts'
import { changeAsAdmin, recordingRefusal, requireAdmin } from './levels.ts'

/** Longer than all calls to GitHub together. */
const CLAIM_S = 40
const PAUSE_MS = 200
/** Shorter than a function's time limit. */
const WAIT_LIMIT_MS = 20_000

/** One issue per item: a second call returns the first one's URL, even while that is being created. */
export function createIssue(needs: AdminArea, caller: AdminCaller, id: string): Promise<string> {
  const action = {
    action: 'feedback_issue_created',
    subjectType: 'feedback',
    subjectId: id,
  } as const

  return recordingRefusal(needs, caller, action, async () => {
    await requireAdmin(needs, caller)
    const item = await claim(needs, id)
    if (item.github_issue_url !== null) return item.github_issue_url

    const url = await createAtGithub(needs, item)
    await changeAsAdmin(needs, caller, action, (sql) => storeIssue(sql, id, url))
    return url
  })
}

/** The repository of the next issue, and whether it is public. */
export async function issueRepository(
  needs: AdminArea,
  caller: AdminCaller,
): Promise<IssueRepositoryReply> {
  await requireAdmin(needs, caller)
  const found = await needs.feedbackIssues?.repository().catch((error: unknown) => {
    throw githubFailure(error)
  })
  if (!found) throw feedbackRepoMissing()

  return found
}

/** Waits while another call creates the issue. If the answer contains no URL, the claim is ours. */
async function claim({ db, feedbackIssues }: AdminArea, id: string): Promise<IssueRow> {
  for (let waitedMs = 0; waitedMs < WAIT_LIMIT_MS; waitedMs += PAUSE_MS) {
    const item = await db.as(theServer, async (sql) => {
      const found = await lockForIssue(sql, id)
      if (!found) throw feedbackNotFound()
      if (found.github_issue_url !== null || found.is_claimed) return found
      if (!feedbackIssues) throw feedbackRepoMissing()

      await claimIssue(sql, id, CLAIM_S)
      return found
    })
    if (item.github_issue_url !== null || !item.is_claimed) return item
    await pause(PAUSE_MS)
  }
  throw githubUnavailable(new Error('Another call about this item does not finish'))
}

async function createAtGithub({ db, feedbackIssues }: AdminArea, item: IssueRow): Promise<string> {
  const release = (mayExist: boolean) => releaseIssue(serverSql(db), item.id, mayExist)
  const outcome = await ask(feedbackIssues, item).catch(async (error: unknown) => {
    await release(true)
    throw githubFailure(error)
  })
  if (outcome.kind === 'created') return outcome.url

  await release(false)
  throw outcome.kind === 'missing' ? feedbackRepoMissing() : issueRefused(outcome.message)
}

async function ask(issues: RepositoryIssues | null, item: IssueRow): Promise<IssueOutcome> {
  if (!issues) return { kind: 'missing' }
  const marker = { text: markerOf(item.id), since: item.issue_tried_at }

  return issues.create(feedbackIssue(item), marker)
}

/** Identifies the issue of this item without revealing the item's id. */
const markerOf = (id: string) =>
  `<!-- gitferry-feedback ${createHash('sha256').update(`feedback ${id}`).digest('hex').slice(0, 32)} -->`
