import type { Sql } from '@app/platform/db/database.ts'

export type Buyer = { email: string | null; display_name: string | null; language: string }

/** The member's data to prefill on the provider's page. */
export async function findBuyer(sql: Sql, userId: string): Promise<Buyer | null> {
  const { rows } = await sql.query<Buyer>(
    'select email, display_name, language from public.users where id = $1',
    [userId],
  )

  return rows[0] ?? null
}
