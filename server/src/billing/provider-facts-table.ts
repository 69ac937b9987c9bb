import type { Language } from '@app/contract/languages'
import type { SubscriptionStatusWord } from '@app/contract/subscription-states'
import type { Sql } from '@app/platform/db/database.ts'
import type { ProviderSubscription } from '#outside/lemon-squeezy/objects.ts'
import type { PricedPlan } from './plans-table.ts'

/** A subscription before or after the provider's update, with the data for mails. */
export type KnownSubscription = {
  id: string
  user_id: string
  plan_id: string
  status: SubscriptionStatusWord
  renews_at: Date | null
  ends_at: Date | null
  plan: string
  email: string | null
  language: Language
  /** The account was emptied and the subscription ended here, regardless of later updates. */
  is_forgotten: boolean
  /** All of the provider's data about it, for comparison. */
  facts: string
}

const KNOWN = `
  select subscriptions.id, user_id, plan_id, status, renews_at, ends_at, plans.name as plan, users.email, users.language,
         exists (select from public.forgotten_subscriptions as gone where gone.lemon_squeezy_subscription_id = $1) as is_forgotten,
         (to_jsonb(subscriptions) - array['checked_at', 'updated_at', 'provider_updated_at'])::text as facts
    from public.subscriptions
    join public.plans on plans.id = plan_id
    join public.users on users.id = user_id
   where lemon_squeezy_subscription_id = $1`

/** Locked until the transaction ends, so that updates of one subscription are serialised. */
export async function lockKnown(sql: Sql, providerId: string): Promise<KnownSubscription | null> {
  const { rows } = await sql.query<KnownSubscription>(`${KNOWN} for update of subscriptions`, [
    providerId,
  ])

  return rows[0] ?? null
}

export type ProviderState = { subscription: ProviderSubscription; plan: PricedPlan }

/** Returns false if one already exists. */
export async function insertNew(sql: Sql, userId: string, update: ProviderState): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into public.subscriptions
       (lemon_squeezy_subscription_id, user_id, plan_id, status, created_at, is_test, provider_updated_at)
     values ($1, $2, $3, $4, $5, $6, '-infinity')
     on conflict (lemon_squeezy_subscription_id) do nothing`,
    [
      update.subscription.id,
      userId,
      update.plan.id,
      update.subscription.attributes.status,
      update.subscription.attributes.created_at,
      update.subscription.attributes.test_mode,
    ],
  )

  return rowCount > 0
}

// The provider's times, in whole seconds, decide. Within one second, an API answer replaces earlier data, and of two
// events the more final one is used.
const FINALITY = (status: string) =>
  `case ${status} when 'expired' then 2 when 'cancelled' then 1 else 0 end`

/**
 * Returns false if the stored state is newer. While a payment is late, `renews_at` is the next try, and the paid period stays unchanged.
 */
export async function updateKnown(sql: Sql, { subscription, plan }: ProviderState) {
  const { attributes: told } = subscription
  const { rowCount } = await sql.query(
    `update public.subscriptions
        set plan_id = $2, status = $3::text, pause_mode = $4, pause_resumes_at = $5,
            trial_ends_at = $6, renews_at = $7, ends_at = $8,
            current_period_end = case
              when $3 = 'past_due' and current_period_end is not null then current_period_end
              else coalesce($8::timestamptz, case when $3 = 'on_trial' then $6::timestamptz end, $7::timestamptz) end,
            current_period_start = case
              when $3 = 'active' and $7::timestamptz is not null and $9::text is not null
                then $7::timestamptz - ('1 ' || $9)::interval
              else coalesce(current_period_start, created_at) end,
            card_brand = $10, card_last_four = $11, payment_processor = $12, provider_order_id = $13,
            checked_at = greatest(checked_at, $14::timestamptz),
            provider_updated_at = $15
      where lemon_squeezy_subscription_id = $1
        and (provider_updated_at is null or provider_updated_at < $15::timestamptz
             or (provider_updated_at = $15::timestamptz
                 and case when $14::timestamptz is null
                     then ${FINALITY('status')} <= ${FINALITY('$3::text')}
                     else coalesce(checked_at <= $14::timestamptz, true) end))`,
    [
      subscription.id,
      plan.id,
      told.status,
      told.status === 'paused' ? (told.pause?.mode ?? null) : null,
      told.pause?.resumes_at ?? null,
      told.trial_ends_at ?? null,
      told.renews_at ?? null,
      told.ends_at ?? null,
      plan.interval,
      told.card_brand ?? null,
      told.card_last_four ?? null,
      told.payment_processor ?? null,
      told.order_id,
      subscription.answeredAt ?? null,
      told.updated_at,
    ],
  )

  return rowCount > 0
}
