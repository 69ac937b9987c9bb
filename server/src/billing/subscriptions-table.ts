import type { RefreshSubscriptionReply, RepliedSubscription } from '@app/contract/billing-replies'
import { type SubscriptionStatusWord, statusesThat } from '@app/contract/subscription-states'
import type { Sql } from '@app/platform/db/database.ts'
import { literals } from '@app/platform/db/literals.ts'
import { subscriptionNotFound } from './errors.ts'

export type OwnSubscription = {
  id: string
  user_id: string
  plan_id: string
  status: SubscriptionStatusWord
  lemon_squeezy_subscription_id: string
  current_period_start: Date | null
  current_period_end: Date | null
  /** Ended for the member: expired, or cancelled and past its end. */
  is_ended: boolean
}

export const IS_OVER = `status in (${literals(statusesThat('isOver'))})`
const IS_ENDED = `(status = 'expired' or (status = 'cancelled' and coalesce(ends_at <= app.now(), true)))`

const OWN = `id, user_id, plan_id, status, lemon_squeezy_subscription_id, current_period_start, current_period_end,
  ${IS_ENDED} as is_ended`

export async function findOwn(
  sql: Sql,
  userId: string,
  id: string,
): Promise<OwnSubscription | null> {
  const { rows } = await sql.query<OwnSubscription>(
    `select ${OWN} from public.subscriptions where id = $1 and user_id = $2`,
    [id, userId],
  )

  return rows[0] ?? null
}

/** Finds a subscription of any member. */
export async function findSubscription(sql: Sql, id: string): Promise<OwnSubscription | null> {
  const { rows } = await sql.query<OwnSubscription>(
    `select ${OWN} from public.subscriptions where id = $1`,
    [id],
  )

  return rows[0] ?? null
}

/** The newest that has not ended. */
export async function findRunning(sql: Sql, userId: string): Promise<OwnSubscription | null> {
  const { rows } = await sql.query<OwnSubscription>(
    `select ${OWN} from public.subscriptions
      where user_id = $1 and not ${IS_ENDED}
      order by created_at desc
      limit 1`,
    [userId],
  )

  return rows[0] ?? null
}

/** Subscriptions that the provider may have changed, newest first. */
export async function runningOf(sql: Sql, userId: string, most: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select lemon_squeezy_subscription_id as id from public.subscriptions
      where user_id = $1 and status <> 'expired'
      order by created_at desc
      limit $2`,
    [userId, most],
  )

  return rows.map(({ id }) => id)
}

export async function findByProviderId(sql: Sql, id: string): Promise<OwnSubscription | null> {
  const { rows } = await sql.query<OwnSubscription>(
    `select ${OWN} from public.subscriptions where lemon_squeezy_subscription_id = $1`,
    [id],
  )

  return rows[0] ?? null
}

/** Includes its plan, in the data API's format. */
export async function replyOf(sql: Sql, id: string): Promise<RepliedSubscription> {
  const { rows } = await sql.query<{ reply: RepliedSubscription }>(
    `select to_jsonb(subscriptions) || jsonb_build_object('plan', to_jsonb(plans)) as reply
       from public.subscriptions
       left join public.plans on plans.id = plan_id
      where subscriptions.id = $1`,
    [id],
  )
  const [row] = rows
  // The account may have been deleted in the meantime.
  if (!row) throw subscriptionNotFound()

  return row.reply
}

/** The status in the extension's format. */
export async function statusOf(
  sql: Sql,
  userId: string,
): Promise<RefreshSubscriptionReply['status']> {
  const { rows } = await sql.query<{ status: RefreshSubscriptionReply['status'] }>(
    `select to_jsonb(status) as status from public.get_subscription_status($1) as status`,
    [userId],
  )

  return rows[0]?.status ?? null
}

/** The provider no longer has it: the paid period stays valid, and nothing more is charged. */
export async function endUnknown(sql: Sql, id: string): Promise<void> {
  await sql.query(
    `update public.subscriptions
        set status = case when current_period_end > app.now() then 'cancelled' else 'expired' end,
            ends_at = greatest(current_period_end, app.now()), renews_at = null
      where id = $1 and not (${IS_OVER})`,
    [id],
  )
}

/** Ends our own record of a deleted account. */
export async function expire(sql: Sql, providerId: string): Promise<void> {
  await sql.query(
    `update public.subscriptions
        set status = 'expired', ends_at = app.now(), renews_at = null
      where lemon_squeezy_subscription_id = $1 and status <> 'expired'`,
    [providerId],
  )
}

/** Whether its member has deleted their account. */
export async function isForgotten(sql: Sql, providerId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    'select from public.forgotten_subscriptions where lemon_squeezy_subscription_id = $1',
    [providerId],
  )

  return rowCount > 0
}

export async function forget(sql: Sql, providerId: string): Promise<void> {
  await sql.query(
    `insert into public.forgotten_subscriptions (lemon_squeezy_subscription_id) values ($1)
     on conflict do nothing`,
    [providerId],
  )
}
