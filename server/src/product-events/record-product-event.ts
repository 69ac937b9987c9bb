import type { ProductEvent } from '@app/contract/product-events'
import type { Sql } from '@app/platform/db/database.ts'

/** The database records the others together with their rows. */
type RecordedHere = Exclude<ProductEvent, 'signed_up' | 'feedback_sent'>

/** For the admins' charts. Properties contain no personal data. */
export async function recordProductEvent(
  sql: Sql,
  name: RecordedHere,
  userId: string,
  properties: Record<string, string | number> = {},
): Promise<void> {
  await sql.query(
    `insert into public.analytics (name, user_id, properties) values ($1, $2, $3::jsonb)`,
    [name, userId, JSON.stringify(properties)],
  )
}
