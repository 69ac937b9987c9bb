import type { IssueFacts } from '@app/contract/feedback-issue'
import type { Database, Sql } from '@app/platform/db/database.ts'
import { deleteOutdated } from '@app/platform/db/in-batches.ts'

/** False: there is no such item. */
export async function markDeleted(sql: Sql, id: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    'update public.user_feedback set deleted_at = coalesce(deleted_at, app.now()) where id = $1',
    [id],
  )

  return rowCount > 0
}

export async function unmarkDeleted(sql: Sql, id: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    'update public.user_feedback set deleted_at = null where id = $1',
    [id],
  )

  return rowCount > 0
}

export const deleteMarked = (db: Database) =>
  deleteOutdated(db, {
    table: 'public.user_feedback',
    where: `deleted_at < app.now() - interval '30 days'`,
  })

export type IssueRow = IssueFacts & {
  id: string
  github_issue_url: string | null
  issue_tried_at: Date | null
  is_claimed: boolean
}

/** Locked until the transaction ends. */
export async function lockForIssue(sql: Sql, id: string): Promise<IssueRow | null> {
  const { rows } = await sql.query<IssueRow>(
    `select id, feedback_category, title, description, priority, page_url, user_agent, extension_version,
            github_issue_url, issue_tried_at, coalesce(issue_claimed_until > ops.now(), false) as is_claimed
       from public.user_feedback
      where id = $1 and deleted_at is null
        for update`,
    [id],
  )

  return rows[0] ?? null
}

export async function claimIssue(sql: Sql, id: string, seconds: number): Promise<void> {
  await sql.query(
    `update public.user_feedback
        set issue_claimed_until = ops.now() + $2 * interval '1 second',
            issue_tried_at = coalesce(issue_tried_at, ops.now())
      where id = $1`,
    [id, seconds],
  )
}

/** `mayExist`: GitHub may have created the issue although its answer did not arrive. */
export async function releaseIssue(sql: Sql, id: string, mayExist: boolean): Promise<void> {
  await sql.query(
    `update public.user_feedback
        set issue_claimed_until = null, issue_tried_at = case when $2 then issue_tried_at end
      where id = $1`,
    [id, mayExist],
  )
}

export async function storeIssue(sql: Sql, id: string, url: string): Promise<void> {
  await sql.query(
    `update public.user_feedback set github_issue_url = $2, issue_claimed_until = null where id = $1`,
    [id, url],
  )
}
