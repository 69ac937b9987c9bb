import type { Sql } from '@app/platform/db/database.ts'

type ProductEvent = 'github_connected' | 'github_disconnected' | 'push'

/** For the admins' charts. Properties hold nothing personal. */
export async function recordProductEvent(
  sql: Sql,
  name: ProductEvent,
  userId: string,
): Promise<void> {
  await sql.query(`insert into public.analytics (name, user_id) values ($1, $2)`, [name, userId])
}
