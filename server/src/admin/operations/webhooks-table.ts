import type { WebhooksFilter } from '@app/contract/admin-operations'
import type { WebhookEvent, WebhookReply } from '@app/contract/admin-operations-replies'
import type { Sql } from '@app/platform/db/database.ts'
import type { Cursor } from '#admin/cursor.ts'
import { COUNT_LIMIT, PAGE_ROWS } from '#admin/list-pages.ts'

export type WebhookRow = Omit<WebhookEvent, 'receivedAt' | 'processedAt'> & {
  received_at: Date
  processed_at: Date | null
}

/** GitHub's events have an outcome only if they failed. */
const STATE = `
  case when outcome is not null then outcome
       when processed_at is null then 'waiting'
       when event_name like 'other%' then 'ignored'
       else 'applied' end`

const CAN_REPLAY = `outcome in ('failed', 'unclaimed') and body <> '{}'`

const COLUMNS = `
  id, provider, event_name as event, object_type as "objectType", object_id as "objectId", ${STATE} as state,
  attempts, error, received_at, processed_at, coalesce(${CAN_REPLAY}, false) as "canReplay"`

/** Events of the last 30 days, newest first. */
export async function listEvents(
  sql: Sql,
  filter: WebhooksFilter,
  after: Cursor | null,
): Promise<(WebhookRow & { key: string })[]> {
  const { where, values } = conditions(filter)
  if (after) {
    values.push(after.key, after.id)
    where.push(`(received_at, id) < ($${values.length - 1}::timestamptz, $${values.length}::uuid)`)
  }
  const { rows } = await sql.query<WebhookRow & { key: string }>(
    `select ${COLUMNS}, received_at::text as key
       from ops.webhook_events
      where ${where.join(' and ')}
      order by received_at desc, id desc
      limit ${PAGE_ROWS + 1}`,
    values,
  )

  return rows
}

export async function countEvents(sql: Sql, filter: WebhooksFilter): Promise<number> {
  const { where, values } = conditions(filter)
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count
       from (select from ops.webhook_events where ${where.join(' and ')} limit ${COUNT_LIMIT + 1}) as found`,
    values,
  )

  return rows[0]?.count ?? 0
}

type Content = { body: string; note: WebhookReply['bodyNote'] }

export async function findEvent(sql: Sql, id: string): Promise<(WebhookRow & Content) | null> {
  const { rows } = await sql.query<WebhookRow & Content>(
    `select ${COLUMNS}, body, body_note as note from ops.webhook_events where id = $1`,
    [id],
  )

  return rows[0] ?? null
}

export type Reopened = { id: string; provider: string; object_id: string | null }

/** Marks events as unprocessed again. Without an id: all failed ones, as many as one transaction should change. */
export async function reopenEvents(sql: Sql, id: string | null, most: number) {
  const { rows } = await sql.query<Reopened>(
    `update ops.webhook_events set outcome = null, processed_at = null, error = null
      where id in (select id from ops.webhook_events
                    where ($1::uuid is null or id = $1) and ${CAN_REPLAY}
                      and ($1::uuid is not null or outcome = 'failed')
                    order by received_at, id
                    limit $2
                      for update)
     returning id, provider, object_id`,
    [id, most],
  )

  return rows
}

/** When the oldest unprocessed event arrived. */
export async function oldestEvent(sql: Sql): Promise<Date | null> {
  const { rows } = await sql.query<{ at: Date | null }>(
    `select min(received_at) as at from ops.webhook_events where processed_at is null and outcome is null`,
  )

  return rows[0]?.at ?? null
}

function conditions({ provider, state }: WebhooksFilter) {
  const values: unknown[] = []
  const where = [`received_at > ops.now() - interval '30 days'`]
  if (provider) where.push(`provider = $${values.push(provider)}`)
  if (state) where.push(`${STATE} = $${values.push(state)}`)

  return { where, values }
}
