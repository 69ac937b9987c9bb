import type { UnclaimedPayment } from '@app/contract/admin-billing'
import type { Sql } from '@app/platform/db/database.ts'
import { iso } from '#admin/account-overview-table.ts'
import type { Cursor, Stretch } from '#admin/cursor.ts'
import { COUNT_LIMIT } from '#admin/list-pages.ts'

/** Events of one subscription form one payment to assign. Assigned events will be processed soon, so they are excluded. */
const UNCLAIMED = `
  from ops.webhook_events as event
 where event.provider = 'lemon-squeezy' and event.outcome = 'unclaimed' and event.object_type = 'subscription'
   and not exists (select from public.subscriptions as known
                    where known.lemon_squeezy_subscription_id = event.object_id)`

const person = (why: string) => `
  select person.id, person.email, person.display_name as "displayName", '${why}' as why`

/**
 * Buyers can type any address, and link parameters can be altered, so admins decide. The account with the address comes first, even if many
 * others began to buy the plan.
 */
const SUGGESTIONS = `
  select person.* from (select distinct on (suggested.id) suggested.* from (
    ${person('address')} from auth.users as account join public.users as person on person.id = account.id
      where lower(account.email) = lower(told.email) and account.email_confirmed_at is not null
        and account.deleted_at is null
    union all
    ${person('checkout')} from public.checkouts as begun join public.users as person on person.id = begun.user_id
      where begun.variant_id = told.variant and begun.completed_at is null and person.deleted_at is null
        and coalesce(begun.provider_created_at, begun.created_at)
          between told.bought_at - interval '24 hours' and told.bought_at
  ) as suggested
  order by suggested.id, suggested.why) as person
  order by person.why, person.id
  limit 5`

/** The id and time come from the event. */
type Keyed = Omit<UnclaimedPayment, 'providerUrl'> & Cursor

/**
 * Names and addresses come from the provider's newest event about the subscription. For an event that PostgreSQL cannot parse, only its id
 * is shown.
 */
export async function listUnclaimedPayments(sql: Sql, { after, limit }: Stretch): Promise<Keyed[]> {
  const { rows } = await sql.query<Keyed>(
    `select told.event_id as id, told.received_at::text as key, told.id as "providerId", told.name as "buyerName", told.email as "buyerEmail",
            told.variant as "variantId", told.status, plan.name as plan,
            ${iso('told.bought_at')} as "boughtAt", ${iso('told.received_at')} as "receivedAt",
            coalesce((select jsonb_agg(to_jsonb(found)) from (${SUGGESTIONS}) as found), '[]') as suggestions
       from (
         select newest.object_id as id, newest.event_id, newest.received_at, told ->> 'user_name' as name, told ->> 'user_email' as email,
                told ->> 'variant_id' as variant,
                case when newest.about = 'subscriptions' then told ->> 'status' end as status,
                ops.time_or_null(told ->> 'created_at') as bought_at
           from (select distinct on (event.object_id) event.object_id, event.id as event_id, event.received_at,
                        event.data ->> 'type' as about,
                        event.data -> 'attributes' as told
                   from (select event.*, ops.json_or_null(event.body) -> 'data' as data ${UNCLAIMED}) as event
                  order by event.object_id, event.data ->> 'type' desc nulls last, event.object_updated_at desc nulls last
                ) as newest
          where $1::timestamptz is null or (newest.received_at, newest.event_id) < ($1, $2::uuid)
          order by newest.received_at desc, newest.event_id desc
          limit ${limit}
       ) as told
       left join public.plans as plan on plan.lemon_squeezy_id = told.variant
      order by told.received_at desc, told.event_id desc`,
    [after?.key ?? null, after?.id ?? null],
  )

  return rows
}

export async function countUnclaimed(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count
       from (select distinct event.object_id ${UNCLAIMED} limit ${COUNT_LIMIT + 1}) as found`,
  )
  return rows[0]?.count ?? 0
}
