import type { Sql } from '#db/database.ts'
import type { ClientRow } from './clients-table.ts'

export type ConsentRow = { user_id: string; client_id: string; scopes: string[]; granted_at: Date }

export async function findConsent(
  sql: Sql,
  userId: string,
  clientId: string,
): Promise<ConsentRow | null> {
  const { rows } = await sql.query<ConsentRow>(
    `select user_id, client_id, scopes, granted_at
       from auth.oauth_consents
      where user_id = $1 and client_id = $2`,
    [userId, clientId],
  )

  return rows[0] ?? null
}

export async function saveConsent(sql: Sql, consent: ConsentRow): Promise<void> {
  await sql.query(
    `insert into auth.oauth_consents (user_id, client_id, scopes, granted_at)
     values ($1, $2, $3, $4)
     on conflict (user_id, client_id) do update
       set scopes = excluded.scopes, granted_at = excluded.granted_at`,
    [consent.user_id, consent.client_id, consent.scopes, consent.granted_at],
  )
}

/** Returns false if there was none. */
export async function deleteConsent(sql: Sql, userId: string, clientId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    'delete from auth.oauth_consents where user_id = $1 and client_id = $2',
    [userId, clientId],
  )

  return rowCount > 0
}

export async function deleteConsentsOf(sql: Sql, clientId: string): Promise<void> {
  await sql.query('delete from auth.oauth_consents where client_id = $1', [clientId])
}

type Grant = Pick<ClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'> &
  Pick<ConsentRow, 'scopes' | 'granted_at'>

/** The newest first. */
export async function listGrantsOf(sql: Sql, userId: string): Promise<Grant[]> {
  const { rows } = await sql.query<Grant>(
    `select client.id, client.client_name, client.client_uri, client.logo_uri,
            consent.scopes, consent.granted_at
       from auth.oauth_consents as consent
       join auth.oauth_clients as client on client.id = consent.client_id
      where consent.user_id = $1
      order by consent.granted_at desc, client.id`,
    [userId],
  )

  return rows
}
