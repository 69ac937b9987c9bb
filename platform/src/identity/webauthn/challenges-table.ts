import type { Sql } from '#db/database.ts'

/** Returns false if the challenge was used before, on any server. */
export async function useChallenge(
  sql: Sql,
  { id, expiresAt }: { id: string; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into auth.webauthn_challenges (id, expires_at) values ($1, $2) on conflict do nothing`,
    [id, expiresAt],
  )

  return rowCount === 1
}
