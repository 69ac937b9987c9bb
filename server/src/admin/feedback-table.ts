import type { IssueFacts } from '@app/contract/feedback-issue'
import type { Database, Sql } from '@app/platform/db/database.ts'
import { deleteOutdated } from '@app/platform/db/in-batches.ts'

/** Returns false if the item does not exist. */
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

export type ReplyTarget = {
  user_id: string | null
  title: string | null
  description: string | null
  created_at: Date
  language: string | null
  /** null: a visitor, or nobody has confirmed the address. */
  address: string | null
  replies: number
}

/** Locked until the transaction ends, so that replies to one item are written one after another. */
export async function lockForReply(sql: Sql, id: string): Promise<ReplyTarget | null> {
  const { rows } = await sql.query<Omit<ReplyTarget, 'replies'>>(
    `select feedback.user_id, feedback.title, feedback.description, feedback.created_at, person.language,
            case when account.email_confirmed_at is not null and account.deleted_at is null
                 then nullif(account.email, '') end as address
       from public.user_feedback as feedback
       left join public.users as person on person.id = feedback.user_id and person.deleted_at is null
       left join auth.users as account on account.id = person.id
      where feedback.id = $1 and feedback.deleted_at is null
        for update of feedback`,
    [id],
  )
  const [found] = rows
  if (!found) return null

  // A statement of its own: the one above may have waited for a reply that it does not see.
  const counted = await sql.query<{ replies: number }>(
    'select count(*)::integer as replies from public.feedback_replies where feedback_id = $1',
    [id],
  )
  return { ...found, replies: counted.rows[0]?.replies ?? 0 }
}

export type Reply = { id: string; feedback_id: string; author_id: string | null; body: string }

export async function findReply(sql: Sql, id: string): Promise<Reply | null> {
  const { rows } = await sql.query<Reply>(
    'select id, feedback_id, author_id, body from public.feedback_replies where id = $1',
    [id],
  )

  return rows[0] ?? null
}

/** A decision to resolve or close stays. */
export async function storeReply(sql: Sql, reply: Reply): Promise<void> {
  await sql.query(
    `insert into public.feedback_replies (id, feedback_id, author_id, body) values ($1, $2, $3, $4)`,
    [reply.id, reply.feedback_id, reply.author_id, reply.body],
  )
  await sql.query(
    `update public.user_feedback
        set answered_at = app.now(),
            status = case when status in ('new', 'in_progress') then 'answered' else status end
      where id = $1`,
    [reply.feedback_id],
  )
}
