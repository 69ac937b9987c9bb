import { AppError } from '#errors/app-error.ts'
import type { Sql } from './database.ts'
import type { Member } from './member.ts'

/**
 * The first check in a server transaction that makes a change for a member. A session that has ended since the request began is refused,
 * and none ends until the transaction does.
 */
export async function requireSignedIn(sql: Sql, { id, sessionId }: Member): Promise<void> {
  const { rows } = await sql.query<{ is_signed_in: boolean }>('select auth.is_signed_in($1, $2)', [
    id,
    sessionId,
  ])
  if (rows[0]?.is_signed_in) return

  throw sessionEnded()
}

export const sessionEnded = () =>
  new AppError('session_not_found', 403, 'Session from session_id claim in JWT does not exist')
