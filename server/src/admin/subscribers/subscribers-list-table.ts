import type { Subscriber, SubscribersFilter } from '@app/contract/admin-billing'
import { statusesThat } from '@app/contract/subscription-states'
import type { Sql } from '@app/platform/db/database.ts'
import { literals } from '@app/platform/db/literals.ts'
import { isUuid } from '@app/platform/db/uuid.ts'
import { iso } from '#admin/account-overview-table.ts'
import type { Stretch } from '#admin/cursor.ts'
import { COUNT_LIMIT } from '#admin/list-pages.ts'

/** As stored; the caller adds the URL at the provider. */
export type SubscriberLine = Omit<Subscriber, 'providerUrl'>

/** The same expression as in an index. */
const NEXT = `case when subscription.status = 'expired' then timestamptz 'infinity' else coalesce(
    subscription.ends_at,
    case subscription.status when 'on_trial' then subscription.trial_ends_at
                             when 'paused' then subscription.pause_resumes_at end,
    subscription.renews_at,
    timestamptz 'infinity'
  ) end`

/** The same expression as in an index. */
const IS_CHARGED = `subscription.status in (${literals(statusesThat('isCharged'))})`
const MONTHLY = `round(plan.price * 100 / case plan.interval when 'year' then 12 else 1 end)::float8`

const runs = (name: string) =>
  `(${name}.status <> 'expired' and not (${name}.status = 'cancelled' and coalesce(${name}.ends_at <= app.now(), true)))`

/** The columns of a line. Joined only for the shown rows. */
const LINE = `
  subscription.id,
  jsonb_build_object('id', person.id, 'email', person.email, 'displayName', person.display_name,
    'avatarUrl', person.avatar_url) as person,
  jsonb_build_object('id', plan.id, 'name', plan.name, 'priceCents', (plan.price * 100)::bigint,
    'currency', plan.currency, 'interval', plan.interval) as plan,
  subscription.status, subscription.pause_mode as "pauseMode",
  app.gives_access(subscription.status, subscription.ends_at, subscription.pause_mode) as "hasAccess",
  ${runs('subscription')} and exists (
    select from public.subscriptions as other
     where other.user_id = subscription.user_id and other.id <> subscription.id and ${runs('other')}) as "isOneOfTwo",
  subscription.is_test as "isTest",
  case when isfinite(${NEXT}) then ${iso(NEXT)} end as "nextAt", ${iso('subscription.ends_at')} as "endsAt",
  case when ${IS_CHARGED} then ${MONTHLY} end as "monthlyCents",
  subscription.card_brand as "cardBrand", subscription.card_last_four as "cardLastFour",
  subscription.payment_processor as "paymentProcessor",
  (select jsonb_build_object('cents', (payment.amount * 100)::bigint, 'currency', payment.currency,
            'status', payment.status, 'createdAt', ${iso('payment.created_at')})
     from public.transactions as payment
    where payment.subscription_id = subscription.id
    order by payment.created_at desc limit 1) as "lastPayment",
  subscription.lemon_squeezy_subscription_id as "providerId",
  ${iso('subscription.checked_at')} as "checkedAt", ${iso('subscription.created_at')} as "createdAt"`

const JOINED = `
  join public.subscriptions as subscription on subscription.id = page.id
  join public.plans as plan on plan.id = subscription.plan_id
  join public.users as person on person.id = subscription.user_id`

type Keyed = SubscriberLine & { key: string }

export async function listSubscriptions(
  sql: Sql,
  filter: SubscribersFilter,
  stretch: Stretch,
): Promise<Keyed[]> {
  const { where, values } = conditions(filter)
  const parameter = (value: unknown) => `$${values.push(value)}`
  const page = filter.sort === 'amount' ? pageByAmount : pageByDate[filter.sort ?? 'newest']
  const { rows } = await sql.query<Keyed>(
    `select ${LINE}, page.key::text as key
       from (${page(where, stretch, parameter)}) as page ${JOINED}
      order by page.key ${filter.sort === 'next' ? 'asc' : 'desc'}, page.id`,
    values,
  )

  return rows
}

export async function countSubscriptions(sql: Sql, filter: SubscribersFilter): Promise<number> {
  const { where, values } = conditions(filter)
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count
       from (select from public.subscriptions as subscription
              where ${where.join(' and ')} limit ${COUNT_LIMIT + 1}) as found`,
    values,
  )
  return rows[0]?.count ?? 0
}

export async function findSubscriber(sql: Sql, id: string): Promise<SubscriberLine | null> {
  const { rows } = await sql.query<SubscriberLine>(
    `select ${LINE} from (select $1::uuid as id) as page ${JOINED}`,
    [id],
  )

  return rows[0] ?? null
}

type Parameter = (value: unknown) => string
type Page = (where: string[], stretch: Stretch, parameter: Parameter) => string

const byDate =
  (expression: string, isDescending: boolean): Page =>
  (where, { after, limit }, parameter) => {
    const beyond = isDescending ? '<' : '>'
    const place = after && [`${parameter(after.key)}::timestamptz`, `${parameter(after.id)}::uuid`]
    // Only the first condition can use the index; the second is exact.
    const later = place
      ? ` and ${expression} ${beyond}= ${place[0]}
          and (${expression} ${beyond} ${place[0]} or subscription.id > ${place[1]})`
      : ''

    return `select subscription.id, ${expression} as key
              from public.subscriptions as subscription
             where ${where.join(' and ')}${later}
             order by ${expression} ${isDescending ? 'desc' : 'asc'}, subscription.id
             limit ${limit}`
  }

const pageByDate = {
  newest: byDate('subscription.created_at', true),
  next: byDate(NEXT, false),
}

/** Amounts come from the plans. There are few plans, so the first rows of each are read and sorted together. */
const pageByAmount: Page = (where, { after, limit }, parameter) => {
  const place = after && [`${parameter(after.key)}::float8`, `${parameter(after.id)}::uuid`]
  const later = place
    ? ` and (sold.amount < ${place[0]} or (sold.amount = ${place[0]} and subscription.id > ${place[1]}))`
    : ''

  return `select found.id, sold.amount as key
            from (select plan.id, is_charged, case when is_charged then ${MONTHLY} else 0 end as amount
                    from public.plans as plan cross join (values (true), (false)) as charge (is_charged)) as sold
           cross join lateral (
             select subscription.id from public.subscriptions as subscription
              where subscription.plan_id = sold.id and (${IS_CHARGED}) = sold.is_charged
                and ${where.join(' and ')}${later}
              order by subscription.id
              limit ${limit}) as found
           order by sold.amount desc, found.id
           limit ${limit}`
}

const GROUPS: Record<NonNullable<SubscribersFilter['group']>, string> = {
  ending: `subscription.status = 'cancelled' and subscription.ends_at > app.now()
    and subscription.ends_at <= app.now() + interval '30 days'`,
  late: `subscription.status in (${literals(statusesThat('isLate'))})`,
  twice: `${runs('subscription')} and subscription.user_id in (
    select running.user_id
      from ops.people_with_two_subscriptions as several
      join public.subscriptions as running on running.user_id = several.user_id
     where ${runs('running')} group by running.user_id having count(*) > 1)`,
}

function conditions(filter: SubscribersFilter): { where: string[]; values: unknown[] } {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const { q, status, planId, group } = filter
  const words = q?.trim().toLowerCase() ?? ''
  const where = ['true']

  if (words !== '') where.push(`subscription.id in (${found(words, parameter)})`)
  if (status) where.push(`subscription.status = ${parameter(status)}`)
  if (planId) where.push(`subscription.plan_id = ${parameter(planId)}::uuid`)
  if (group) where.push(GROUPS[group])

  return { where, values }
}

/** At most this many matches are found, then sorted. */
function found(words: string, parameter: Parameter): string {
  if (isUuid(words)) {
    const id = `${parameter(words)}::uuid`
    return `select id from public.subscriptions where id = ${id} or user_id = ${id}`
  }
  const start = `${parameter(`${words.replace(/[\\%_]/g, '\\$&')}%`)}::text`
  const id = `${parameter(words)}::text`

  return `
    select id from public.subscriptions where user_id in (
      select id from public.users where lower(email) like ${start}
       union select id from public.users where lower(display_name) like ${start}
       union select user_id from public.github_integrations where lower(github_username) like ${start}
       limit ${COUNT_LIMIT + 1})
     union select id from public.subscriptions where lemon_squeezy_subscription_id = ${id}
     union select id from public.subscriptions where provider_order_id = ${id}
     union select subscription_id from public.transactions where provider_invoice_id = ${id}`
}

/** Whether an account can own a subscription: soft-deleted ones cannot. */
export async function hasAccount(sql: Sql, userId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select from public.users as person join auth.users as account on account.id = person.id
      where person.id = $1 and account.deleted_at is null and not account.is_anonymous`,
    [userId],
  )

  return rowCount > 0
}
