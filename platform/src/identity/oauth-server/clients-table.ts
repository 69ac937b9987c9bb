import type { OAuthClientJson } from '@app/contract/oauth'
import type { Sql } from '#db/database.ts'

export type ClientRow = {
  id: string
  client_secret_hash: string | null
  client_type: OAuthClientJson['client_type']
  registration_type: OAuthClientJson['registration_type']
  token_endpoint_auth_method: OAuthClientJson['token_endpoint_auth_method']
  client_name: string | null
  client_uri: string | null
  logo_uri: string | null
  redirect_uris: string[]
  grant_types: string[]
  is_first_party: boolean
  created_at: Date
  updated_at: Date
}

const COLUMNS = `
  id, client_secret_hash, client_type, registration_type, token_endpoint_auth_method,
  client_name, client_uri, logo_uri, redirect_uris, grant_types, is_first_party, created_at, updated_at`

export async function insertClient(sql: Sql, client: ClientRow): Promise<void> {
  await sql.query(
    `insert into auth.oauth_clients (${COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    valuesOf(client),
  )
}

export async function updateClient(sql: Sql, client: ClientRow): Promise<void> {
  await sql.query(
    `update auth.oauth_clients
        set client_secret_hash = $2, client_type = $3, registration_type = $4, token_endpoint_auth_method = $5,
            client_name = $6, client_uri = $7, logo_uri = $8, redirect_uris = $9, grant_types = $10,
            is_first_party = $11, created_at = $12, updated_at = $13
      where id = $1`,
    valuesOf(client),
  )
}

const valuesOf = (client: ClientRow) => [
  client.id,
  client.client_secret_hash,
  client.client_type,
  client.registration_type,
  client.token_endpoint_auth_method,
  client.client_name,
  client.client_uri,
  client.logo_uri,
  client.redirect_uris,
  client.grant_types,
  client.is_first_party,
  client.created_at,
  client.updated_at,
]

export async function findClient(sql: Sql, id: string): Promise<ClientRow | null> {
  const { rows } = await sql.query<ClientRow>(
    `select ${COLUMNS} from auth.oauth_clients where id = $1`,
    [id],
  )

  return rows[0] ?? null
}

/** Waits for exchanges that are being answered, which read the client under a shared lock. */
export async function lockClient(sql: Sql, id: string): Promise<ClientRow | null> {
  const { rows } = await sql.query<ClientRow>(
    `select ${COLUMNS} from auth.oauth_clients where id = $1 for update`,
    [id],
  )

  return rows[0] ?? null
}

/** Keeps the client from being changed or deleted until the transaction ends. */
export async function holdClient(sql: Sql, id: string): Promise<ClientRow | null> {
  const { rows } = await sql.query<ClientRow>(
    `select ${COLUMNS} from auth.oauth_clients where id = $1 for share`,
    [id],
  )

  return rows[0] ?? null
}

export async function deleteClient(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from auth.oauth_clients where id = $1', [id])
}

export type ClientWindow = { limit: number; offset: number }

/** Newest first, and how many there are. */
export async function listClients(
  sql: Sql,
  { limit, offset }: ClientWindow,
): Promise<{ clients: ClientRow[]; total: number }> {
  const { rows } = await sql.query<ClientRow>(
    `select ${COLUMNS} from auth.oauth_clients order by created_at desc, id limit $1 offset $2`,
    [limit, offset],
  )
  const counted = await sql.query<{ total: number }>(
    'select count(*)::float8 as total from auth.oauth_clients',
  )

  return { clients: rows, total: counted.rows[0]?.total ?? 0 }
}
