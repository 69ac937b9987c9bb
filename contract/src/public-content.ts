import type { Database } from './rows.ts'

/** A plan as everybody may see it. */
export type Plan = Pick<
  Database['public']['Tables']['plans']['Row'],
  | 'id'
  | 'name'
  | 'description'
  | 'price'
  | 'currency'
  | 'interval'
  | 'features'
  | 'lemon_squeezy_id'
>

/** What the server reads from its tables into every page, so that a page is whole before anybody asks for more. */
export type PublicContent = {
  /** Those for sale, the cheapest first. */
  plans: Plan[]
}
