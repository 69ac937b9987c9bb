import type { Plan } from '@app/contract/public-content'
import { type Database, visitor } from '@app/platform/db/database.ts'

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
