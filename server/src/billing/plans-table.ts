import type { Plan } from '@app/contract/public-content'
import { type Database, type Sql, visitor } from '@app/platform/db/database.ts'

/** Plans for sale, the cheapest first (specification, section 7). */
export async function plansForSale(db: Database): Promise<Plan[]> {
  const { rows } = await db.ask<Plan>(visitor, {
    text: `select id, name, description, price::float8 as price, currency, interval, features, lemon_squeezy_id
             from public.plans
            where is_active
            order by plans.price, sort_order, name`,
  })

  return rows
}

export type PricedPlan = {
  id: string
  name: string
  price: number
  currency: string
  interval: 'month' | 'year' | null
  lemon_squeezy_id: string | null
}

const PRICED = 'id, name, price::float8 as price, currency, interval, lemon_squeezy_id'

/** null: unknown, or no longer on sale. */
export async function findPlanOnSale(sql: Sql, id: string): Promise<PricedPlan | null> {
  const { rows } = await sql.query<PricedPlan>(
    `select ${PRICED} from public.plans where id = $1 and is_active`,
    [id],
  )

  return rows[0] ?? null
}

/** Includes retired plans, which their members keep. */
export async function findPlanOfVariant(sql: Sql, variantId: string): Promise<PricedPlan | null> {
  const { rows } = await sql.query<PricedPlan>(
    `select ${PRICED} from public.plans where lemon_squeezy_id = $1`,
    [variantId],
  )

  return rows[0] ?? null
}

export async function plansWithVariant(sql: Sql): Promise<PricedPlan[]> {
  const { rows } = await sql.query<PricedPlan>(
    `select ${PRICED} from public.plans where lemon_squeezy_id is not null order by sort_order, id`,
  )

  return rows
}

/** Includes plans that are not on sale. */
export async function findPlan(sql: Sql, id: string): Promise<PricedPlan | null> {
  const { rows } = await sql.query<PricedPlan>(`select ${PRICED} from public.plans where id = $1`, [
    id,
  ])

  return rows[0] ?? null
}
