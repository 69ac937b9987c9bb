import type { AdminBillingAction, AdminPlan } from '@app/contract/admin-billing'
import type { Sql } from '@app/platform/db/database.ts'

const PLAN = `
  plan.id, plan.name, plan.description, (plan.price * 100)::float8 as "priceCents", plan.currency, plan.interval,
  plan.features, plan.sort_order as "sortOrder", plan.is_active as "isOnSale", plan.lemon_squeezy_id as "variantId",
  plan.price = 0 and plan.lemon_squeezy_id is null as "isFree",
  (select count(*)::int from public.subscriptions as subscription where subscription.plan_id = plan.id)
    as "subscriberCount",
  plan.updated_at::text as "updatedAt"`

export async function listPlans(sql: Sql): Promise<AdminPlan[]> {
  const { rows } = await sql.query<AdminPlan>(
    `select ${PLAN} from public.plans as plan order by plan.is_active desc, plan.sort_order, plan.name, plan.id`,
  )

  return rows
}

export async function findAdminPlan(sql: Sql, id: string): Promise<AdminPlan | null> {
  const { rows } = await sql.query<AdminPlan>(
    `select ${PLAN} from public.plans as plan where plan.id = $1`,
    [id],
  )

  return rows[0] ?? null
}

export async function isVariantOfAnother(
  sql: Sql,
  variantId: string,
  planId: string | null,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    'select from public.plans where lemon_squeezy_id = $1 and id is distinct from $2::uuid',
    [variantId, planId],
  )

  return rowCount > 0
}

type Price = Pick<AdminPlan, 'priceCents' | 'currency' | 'interval'>
type Fields = Pick<
  AdminBillingAction<'save_plan'>,
  'name' | 'description' | 'features' | 'sortOrder' | 'isOnSale' | 'variantId'
>

const valuesOf = (fields: Fields, price: Price) => [
  fields.name,
  fields.description || null,
  fields.features,
  fields.sortOrder,
  fields.isOnSale,
  fields.variantId,
  price.priceCents,
  price.currency,
  price.interval,
]

export async function insertPlan(sql: Sql, fields: Fields, price: Price): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into public.plans
       (name, description, features, sort_order, is_active, lemon_squeezy_id, price, currency, interval)
     values ($1, $2, $3, $4, $5, $6, $7::numeric / 100, $8, $9)
     returning id`,
    valuesOf(fields, price),
  )

  return rows[0]?.id ?? ''
}

/** Returns false if it has changed since the admin saw it. */
export async function updatePlan(
  sql: Sql,
  seen: { id: string; updatedAt: string },
  fields: Fields,
  price: Price,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update public.plans
        set name = $1, description = $2, features = $3, sort_order = $4, is_active = $5, lemon_squeezy_id = $6,
            price = $7::numeric / 100, currency = $8, interval = $9
      where id = $10 and updated_at = $11::timestamptz`,
    [...valuesOf(fields, price), seen.id, seen.updatedAt],
  )

  return rowCount > 0
}
