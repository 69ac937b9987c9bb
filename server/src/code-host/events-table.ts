import type { Database, Sql } from '@app/platform/db/database.ts'
import { deleteOutdated, inBatches } from '@app/platform/db/in-batches.ts'
import type { TextBytes } from '@app/platform/db/text-bytes.ts'

/** The name of an event that its job has not parsed yet. */
export const UNREAD = 'unread'

export type ReceivedEvent = {
  digest: string
  name: string
  /** GitHub's id of the sender, by which account deletion finds the event. */
  senderId: number | null
  body: TextBytes
}

/** null: this body is already stored. */
export async function insertEvent(
  sql: Sql,
  { digest, name, senderId, body }: ReceivedEvent,
): Promise<string | null> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into ops.webhook_events (provider, digest, event_name, object_type, object_id, body)
     values ('github', $1, $2, case when $3::text is not null then 'sender' end, $3::text, $4)
     on conflict (provider, digest) do nothing
     returning id`,
    [digest, name, senderId === null ? null : String(senderId), body],
  )

  return rows[0]?.id ?? null
}

/** Counts it against its sender's quota. Returns false if they have sent far too many today. */
export async function countEvent(sql: Sql, id: string): Promise<boolean> {
  const { rows } = await sql.query<{ outcome: string }>('select ops.count_webhook($1) as outcome', [
    id,
  ])

  return rows[0]?.outcome !== 'refused'
}

/** An unprocessed event; null if it was processed. */
export async function claimEvent(
  sql: Sql,
  id: string,
): Promise<{ event_name: string; body: string } | null> {
  const { rows } = await sql.query<{ event_name: string; body: string }>(
    `update ops.webhook_events set attempts = attempts + 1
      where id = $1 and provider = 'github' and processed_at is null
     returning event_name, body`,
    [id],
  )

  return rows[0] ?? null
}

/** Sets name and sender of an event that was stored unparsed, and counts it against their quota. It is processed in any case. */
export async function identifyEvent(
  sql: Sql,
  id: string,
  { name, senderId }: Pick<ReceivedEvent, 'senderId'> & { name: string | null },
): Promise<void> {
  await sql.query(
    `update ops.webhook_events
        set event_name = $2, object_type = case when $3::text is not null then 'sender' end, object_id = $3::text
      where id = $1`,
    [id, name ?? 'other', senderId === null ? null : String(senderId)],
  )
  await countEvent(sql, id)
}

/** The body is deleted after processing if it is long, over the quota, or its sender has no connection. */
export async function finishEvent(sql: Sql, id: string): Promise<void> {
  await sql.query(
    `update ops.webhook_events as event
        set processed_at = ops.now(), error = null, outcome = null,
            body_note = ops.body_note(body, body_note),
            body = case
              when ops.body_note(body, body_note) is not null then '{}'
              when object_type = 'sender' and not exists (
                select from public.github_integrations where github_user_id = event.object_id::bigint)
              then '{}' else body end
      where id = $1`,
    [id],
  )
}

/**
 * Revocations of one user have identical bodies, so a processed one must not make the next look like a duplicate. A replay is harmless:
 * GitHub is asked whether the token still works.
 */
export async function deleteRevocations(sql: Sql, githubUserId: number): Promise<void> {
  await sql.query(
    `delete from ops.webhook_events
      where provider = 'github' and object_type = 'sender' and object_id = $1
        and event_name = 'github_app_authorization' and processed_at is not null`,
    [String(githubUserId)],
  )
}

export async function recordFailure(sql: Sql, id: string, error: string): Promise<void> {
  await sql.query(`update ops.webhook_events set error = $2 where id = $1`, [id, error])
}

/** Runs after the last try. An admin can replay it, unless it was over the quota. */
export async function failEvent(sql: Sql, id: string): Promise<void> {
  await sql.query(
    `update ops.webhook_events
        set outcome = 'failed', processed_at = ops.now(), body = case when body_note is null then body else '{}' end
      where id = $1 and provider = 'github' and processed_at is null`,
    [id],
  )
}

/** Bodies are kept for a month for support; digests for a year, to detect replays. */
export async function deleteOldEvents(db: Database): Promise<void> {
  await inBatches(db, emptyOldEvents)
  await deleteOutdated(db, {
    table: 'ops.webhook_events',
    where: `provider = 'github' and received_at < ops.now() - interval '1 year'`,
  })
  await deleteOutdated(db, {
    table: 'ops.webhook_bytes',
    where: `day < (ops.now() - interval '2 days')::date`,
  })
}

async function emptyOldEvents(sql: Sql, most: number): Promise<number> {
  const { rowCount } = await sql.query(
    `update ops.webhook_events
        set body = '{}', object_type = null, object_id = null, error = null,
            processed_at = coalesce(processed_at, ops.now())
      where id in (select id from ops.webhook_events
                    where body <> '{}' and provider = 'github' and received_at < ops.now() - interval '30 days'
                    limit $1)`,
    [most],
  )

  return rowCount
}
