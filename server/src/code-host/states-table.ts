import type { Database, Sql } from '@app/platform/db/database.ts'
import { deleteOutdated } from '@app/platform/db/in-batches.ts'

type State = { hash: string; userId: string; verifierSealed: string }

export async function insertState(
  sql: Sql,
  { hash, userId, verifierSealed }: State,
): Promise<void> {
  await sql.query(
    `insert into public.github_connection_states (state_hash, user_id, code_verifier_sealed)
     values ($1, $2, $3)`,
    [hash, userId, verifierSealed],
  )
}

/**
 * Returns the sealed verifier once, within an hour, only to the member who started. Other callers do not consume it.
 */
export async function claimState(sql: Sql, hash: string, userId: string): Promise<string | null> {
  const { rows } = await sql.query<{ code_verifier_sealed: string }>(
    `update public.github_connection_states set used_at = app.now()
      where state_hash = $1 and user_id = $2 and used_at is null
        and created_at > app.now() - interval '60 minutes'
     returning code_verifier_sealed`,
    [hash, userId],
  )

  return rows[0]?.code_verifier_sealed ?? null
}

export async function deleteOldStates(db: Database): Promise<void> {
  await deleteOutdated(db, {
    table: 'public.github_connection_states',
    where: `created_at < app.now() - interval '1 day'`,
  })
}
