import type { Database, Sql } from '@app/platform/db/database.ts'
import { deleteOutdated, inBatches } from '@app/platform/db/in-batches.ts'

const PROVIDER = 'lemon-squeezy'

export type Outcome = 'applied' | 'outdated' | 'ignored' | 'unclaimed' | 'failed'

export type NewEvent = {
  digest: string
  name: string
  objectType: string
  objectId: string
  updatedAt: string | null
  body: string
  /** The checkout's id, which was sent to the provider. Events about a deleted account are stored without content. */
  checkoutId: string | null
  /** Set if already decided; null: still to be processed. */
  outcome: Outcome | null
}

/** null: an event with these bytes is already stored. */
export async function insertEvent(sql: Sql, event: NewEvent): Promise<string | null> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into ops.webhook_events
       (provider, digest, event_name, object_type, object_id, object_updated_at, body, outcome, processed_at)
     values ('${PROVIDER}', $1, $2, $3, $4, $5,
             case when $8::text is not null and exists (
               select from public.checkouts where id = $7 and user_id is null
             ) then '{}' else $6 end,
             $8, case when $8 is not null then ops.now() end)
     on conflict (provider, digest) do nothing
     returning id`,
    [
      event.digest,
      event.name,
      event.objectType,
      event.objectId,
      event.updatedAt,
      event.body,
      event.checkoutId,
      event.outcome,
    ],
  )

  return rows[0]?.id ?? null
}

/** Counts the event against its subject's quota. Returns false if far too many have arrived today. */
export async function countEvent(sql: Sql, id: string): Promise<boolean> {
  const { rows } = await sql.query<{ outcome: string }>('select ops.count_webhook($1) as outcome', [
    id,
  ])
  await sql.query(`${SHORTEN} where id = $1 and outcome is not null`, [id])

  return rows[0]?.outcome !== 'refused'
}

/** Finished events that are long or over the quota lose their body. */
const SHORTEN = `
  update ops.webhook_events
     set body_note = ops.body_note(body, body_note),
         body = case when ops.body_note(body, body_note) is null then body else '{}' end`

/** Returns true if it was unfinished or unsuccessful, and will be processed again. */
export async function reopenEvent(sql: Sql, digest: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update ops.webhook_events set outcome = null, processed_at = null
      where provider = '${PROVIDER}' and digest = $1 and body <> '{}'
        and (outcome is null or outcome in ('failed', 'unclaimed'))`,
    [digest],
  )

  return rowCount > 0
}

export type PendingEvent = {
  id: string
  event_name: string
  body: string
  object_updated_at: Date | null
  received_at: Date
  /** Whether it is older than the stored state of the subscription. */
  is_outdated: boolean
  /** No member was found for so long that an admin has to decide. */
  is_overdue: boolean
}

/** In the provider's order. Unclaimed events are included once a subscription exists. */
export async function takePending(
  sql: Sql,
  subscriptionId: string,
  most: number,
): Promise<PendingEvent[]> {
  const { rows } = await sql.query<PendingEvent>(
    `with known as (
       select provider_updated_at from public.subscriptions where lemon_squeezy_subscription_id = $1
     ), taken as (
       update ops.webhook_events set attempts = attempts + 1
        where id in (
          select id from ops.webhook_events
           where provider = '${PROVIDER}' and object_type = 'subscription' and object_id = $1
             and (outcome is null or (outcome = 'unclaimed' and exists (select from known)))
           order by object_updated_at nulls first, received_at
           limit $2)
       returning *
     )
     select id, event_name, body, object_updated_at, received_at,
            coalesce(object_updated_at < (select provider_updated_at from known), false) as is_outdated,
            received_at <= ops.now() - interval '15 minutes' as is_overdue
       from taken
      order by object_updated_at nulls first, received_at`,
    [subscriptionId, most],
  )

  return rows
}

export async function finishEvent(
  sql: Sql,
  id: string,
  outcome: Outcome,
  error: string | null = null,
): Promise<void> {
  await sql.query(
    `update ops.webhook_events set outcome = $2, error = $3, processed_at = ops.now() where id = $1`,
    [id, outcome, error],
  )
  // Failed and unclaimed events keep their body, for replays.
  if (outcome !== 'failed' && outcome !== 'unclaimed') {
    await sql.query(`${SHORTEN} where id = $1`, [id])
  }
}

/** For a deleted account: only the digest is kept. */
export async function eraseEvents(sql: Sql, ids: string[]): Promise<void> {
  await sql.query('select ops.empty_events($1::uuid[])', [ids])
  await sql.query(`update ops.webhook_events set outcome = 'applied' where id = any ($1::uuid[])`, [
    ids,
  ])
}

const UNFINISHED = `provider = '${PROVIDER}' and object_type = 'subscription' and outcome is null`

/** While retries remain, the events stay unfinished. */
export async function noteFailure(sql: Sql, subscriptionId: string, error: string): Promise<void> {
  await sql.query(
    `update ops.webhook_events set error = $2 where ${UNFINISHED} and object_id = $1`,
    [subscriptionId, error],
  )
}

export async function failEvents(sql: Sql, subscriptionId: string): Promise<void> {
  await sql.query(
    `update ops.webhook_events
        set outcome = 'failed', processed_at = ops.now(), body = case when body_note is null then body else '{}' end
      where ${UNFINISHED} and object_id = $1`,
    [subscriptionId],
  )
}

/** Subscriptions with events that should have been finished long ago. */
export async function stuckSubscriptions(sql: Sql, most: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select distinct object_id as id from ops.webhook_events
      where ${UNFINISHED} and received_at < ops.now() - interval '1 hour'
      limit $1`,
    [most],
  )

  return rows.map(({ id }) => id)
}

/** Bodies are kept for a month, digests for a year against replays. */
export async function deleteOldEvents(db: Database): Promise<void> {
  await inBatches(db, async (sql, most) => {
    const { rowCount } = await sql.query(
      `update ops.webhook_events
          set body = '{}', object_type = null, object_id = null, error = null,
              processed_at = coalesce(processed_at, ops.now()), outcome = coalesce(outcome, 'failed')
        where id in (select id from ops.webhook_events
                      where body <> '{}' and provider = '${PROVIDER}' and received_at < ops.now() - interval '30 days'
                      limit $1)`,
      [most],
    )

    return rowCount
  })
  await deleteOutdated(db, {
    table: 'ops.webhook_events',
    where: `provider = '${PROVIDER}' and received_at < ops.now() - interval '1 year'`,
  })
}

/**
 * Stores an unclaimed subscription that the reconciler found as an event, for admins to assign. Returns false if it is already stored.
 */
export async function keepUnclaimed(
  sql: Sql,
  found: { digest: string; subscriptionId: string; updatedAt: string; body: string },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into ops.webhook_events as known
       (provider, digest, event_name, object_type, object_id, object_updated_at, body, outcome, processed_at)
     select '${PROVIDER}', $1, 'subscription_found', 'subscription', $2, $3, $4, 'unclaimed', ops.now()
      where not exists (
        select from ops.webhook_events
         where provider = '${PROVIDER}' and object_type = 'subscription' and object_id = $2
           and (outcome = 'unclaimed' or outcome is null))
     on conflict (provider, digest) do update
        set object_type = excluded.object_type, object_id = excluded.object_id, body = excluded.body,
            received_at = ops.now(), outcome = 'unclaimed'
      where known.body = '{}'`,
    [found.digest, found.subscriptionId, found.updatedAt, found.body],
  )

  return rowCount > 0
}
