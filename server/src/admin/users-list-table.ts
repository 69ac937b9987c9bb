import type { AdminUser, AdminUsersFilter } from '@app/contract/admin-users'
import type { Sql } from '@app/platform/db/database.ts'
import { isUuid } from '@app/platform/db/uuid.ts'
import type { Stretch } from './cursor.ts'
import { COUNT_LIMIT } from './list-pages.ts'

type Order = { expression: string; type: 'timestamptz' | 'text'; descending: boolean }

/** Each order has an index. */
const ORDERS: Record<NonNullable<AdminUsersFilter['sort']>, Order> = {
  created: { expression: 'person.created_at', type: 'timestamptz', descending: true },
  last_sign_in: {
    expression: `coalesce(account.last_sign_in_at, timestamptz 'epoch')`,
    type: 'timestamptz',
    descending: true,
  },
  email: { expression: `coalesce(lower(person.email), '')`, type: 'text', descending: false },
}

const IS_BANNED = 'account.deleted_at is null and account.banned_until > app.now()'
const IS_UNCONFIRMED = `account.deleted_at is null and account.confirmed_at is null
  and (account.banned_until is null or account.banned_until <= app.now())`

const STATUS: Record<AdminUser['status'], string> = {
  deleted: 'account.deleted_at is not null',
  banned: IS_BANNED,
  unconfirmed: IS_UNCONFIRMED,
  active: `account.deleted_at is null and account.confirmed_at is not null
    and (account.banned_until is null or account.banned_until <= app.now())`,
}

const HAS_ACCESS = `exists (
  select from public.subscriptions as subscription
   where subscription.user_id = person.id
     and app.gives_access(subscription.status, subscription.ends_at, subscription.pause_mode))`

const HAS_FACTOR = `exists (
  select from auth.mfa_factors as factor where factor.user_id = person.id and factor.status = 'verified')`

/** Operators ban with `infinity`, which no ISO time can express. */
const LATEST = `timestamptz '9999-12-31'`

/** The columns of a line. Joined only for the shown rows. */
const LINE = `
  person.id, person.email, person.display_name as "displayName", person.avatar_url as "avatarUrl", person.role,
  case when ${STATUS.deleted} then 'deleted' when ${IS_BANNED} then 'banned'
       when ${IS_UNCONFIRMED} then 'unconfirmed' else 'active' end as status,
  case when ${IS_BANNED} then least(account.banned_until, ${LATEST}) end as "bannedUntil",
  (select plan.name from public.subscriptions as subscription join public.plans as plan on plan.id = subscription.plan_id
    where subscription.user_id = person.id
      and app.gives_access(subscription.status, subscription.ends_at, subscription.pause_mode)
    order by subscription.created_at desc limit 1) as plan,
  array(select distinct identity.provider::text from auth.identities as identity
         where identity.user_id = person.id order by 1) as ways,
  ${HAS_FACTOR} as "hasFactor",
  (select count(*)::int from public.bolt_projects as link
    where link.user_id = person.id and link.deleted_at is null) as "projectCount",
  person.created_at as "createdAt", account.last_sign_in_at as "lastSignInAt"`

const FROM = 'public.users as person join auth.users as account on account.id = person.id'

export type UserLine = Omit<AdminUser, 'bannedUntil' | 'createdAt' | 'lastSignInAt'> & {
  bannedUntil: Date | null
  createdAt: Date
  lastSignInAt: Date | null
}

export async function listPeople(
  sql: Sql,
  filter: AdminUsersFilter,
  { after, limit }: Stretch,
): Promise<(UserLine & { key: string })[]> {
  const { expression, type, descending } = ORDERS[filter.sort ?? 'created']
  const { where, values } = conditions(filter)
  const parameter = (value: unknown) => `$${values.push(value)}`
  if (after) {
    const [key, id] = [`${parameter(after.key)}::${type}`, `${parameter(after.id)}::uuid`]
    const beyond = descending ? '<' : '>'
    // Only the first condition can use the index; the second is exact.
    where.push(`${expression} ${beyond}= ${key}`)
    where.push(`(${expression} ${beyond} ${key} or person.id > ${id})`)
  }
  const { rows } = await sql.query<UserLine & { key: string }>(
    `select ${LINE}, page.key::text as key
       from (select person.id, ${expression} as key
               from ${FROM}
              where ${where.join(' and ')}
              order by ${expression} ${descending ? 'desc' : 'asc'}, person.id
              limit ${parameter(limit)}) as page
       join public.users as person on person.id = page.id
       join auth.users as account on account.id = page.id
      order by page.key ${descending ? 'desc' : 'asc'}, page.id`,
    values,
  )

  return rows
}

export async function countPeople(sql: Sql, filter: AdminUsersFilter): Promise<number> {
  const { where, values } = conditions(filter)
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count
       from (select from ${FROM} where ${where.join(' and ')} limit ${COUNT_LIMIT + 1}) as found`,
    values,
  )
  return rows[0]?.count ?? 0
}

export async function findPerson(sql: Sql, id: string): Promise<UserLine | null> {
  const { rows } = await sql.query<UserLine>(`select ${LINE} from ${FROM} where person.id = $1`, [
    id,
  ])

  return rows[0] ?? null
}

function conditions(filter: AdminUsersFilter): { where: string[]; values: unknown[] } {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const { q, role, status, plan, way, hasFactor, createdFrom, createdBefore } = filter
  const words = q?.trim().toLowerCase() ?? ''
  const where = ['not account.is_anonymous']

  if (words !== '') where.push(found(words, parameter))
  if (role) where.push(`person.role = ${parameter(role)}`)
  if (status) where.push(STATUS[status])
  if (plan) where.push(plan === 'pro' ? HAS_ACCESS : `not ${HAS_ACCESS}`)
  if (way) {
    where.push(`exists (select from auth.identities as identity
      where identity.user_id = person.id and identity.provider = ${parameter(way)})`)
  }
  if (hasFactor !== undefined) where.push(hasFactor ? HAS_FACTOR : `not ${HAS_FACTOR}`)
  if (createdFrom) where.push(`person.created_at >= ${parameter(createdFrom)}::timestamptz`)
  if (createdBefore) where.push(`person.created_at < ${parameter(createdBefore)}::timestamptz`)

  return { where, values }
}

/** At most this many matches are found, then sorted. */
function found(words: string, parameter: (value: unknown) => string): string {
  if (isUuid(words)) return `person.id = ${parameter(words)}::uuid`
  const start = `${parameter(`${words.replace(/[\\%_]/g, '\\$&')}%`)}::text`

  return `person.id in (
    select id from public.users where lower(email) like ${start}
     union select id from public.users where lower(display_name) like ${start}
     union select user_id from public.github_integrations where lower(github_username) like ${start}
     limit ${COUNT_LIMIT + 1})`
}
