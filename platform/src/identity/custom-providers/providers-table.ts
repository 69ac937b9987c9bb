import type { Sql } from '#db/database.ts'
import type { CustomProviderName } from '#identity/custom-provider.ts'
import type { DiscoveryDocument } from './read-discovery.ts'

export type CustomProviderRow = {
  id: string
  identifier: CustomProviderName
  name: string
  issuer: string
  client_id: string
  client_secret_sealed: string
  acceptable_client_ids: string[]
  scopes: string[]
  authorization_params: Record<string, string>
  discovery_document: DiscoveryDocument
  enabled: boolean
  created_at: Date
  updated_at: Date
}

const COLUMNS = `id, identifier, name, issuer, client_id, client_secret_sealed, acceptable_client_ids, scopes,
  authorization_params, discovery_document, enabled, created_at, updated_at`

export async function findCustomProvider(
  sql: Sql,
  identifier: string,
): Promise<CustomProviderRow | null> {
  const { rows } = await sql.query<CustomProviderRow>(
    `select ${COLUMNS} from auth.custom_oauth_providers where identifier = $1`,
    [identifier],
  )

  return rows[0] ?? null
}

/** Changes of one provider wait for each other, and for sign-ins that are being completed. */
export async function lockCustomProvider(
  sql: Sql,
  identifier: string,
): Promise<CustomProviderRow | null> {
  const { rows } = await sql.query<CustomProviderRow>(
    `select ${COLUMNS} from auth.custom_oauth_providers where identifier = $1 for update`,
    [identifier],
  )

  return rows[0] ?? null
}

/** Whether sign-ins count; it stays so until the transaction ends. */
export async function holdCustomProvider(
  sql: Sql,
  { name, issuer }: { name: string; issuer: string },
): Promise<boolean> {
  const { rows } = await sql.query(
    `select from auth.custom_oauth_providers
      where identifier = $1 and issuer = $2 and enabled
        for share`,
    [name, issuer],
  )

  return rows.length > 0
}

export async function listCustomProviderRows(sql: Sql): Promise<CustomProviderRow[]> {
  const { rows } = await sql.query<CustomProviderRow>(
    `select ${COLUMNS} from auth.custom_oauth_providers order by created_at, id`,
  )

  return rows
}

type NewRow = Omit<CustomProviderRow, 'created_at' | 'updated_at'>

/** Returns false if the identifier is taken. */
export async function insertCustomProvider(sql: Sql, now: Date, row: NewRow): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into auth.custom_oauth_providers
       (id, identifier, name, issuer, client_id, client_secret_sealed, acceptable_client_ids, scopes,
        authorization_params, discovery_document, enabled, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
     on conflict (identifier) do nothing`,
    [row.id, row.identifier, ...changing(row), now],
  )

  return rowCount > 0
}

export async function updateCustomProviderRow(sql: Sql, now: Date, row: NewRow): Promise<void> {
  await sql.query(
    `update auth.custom_oauth_providers
        set name = $2, issuer = $3, client_id = $4, client_secret_sealed = $5, acceptable_client_ids = $6,
            scopes = $7, authorization_params = $8, discovery_document = $9, enabled = $10, updated_at = $11
      where id = $1`,
    [row.id, ...changing(row), now],
  )
}

const changing = (row: NewRow) => [
  row.name,
  row.issuer,
  row.client_id,
  row.client_secret_sealed,
  row.acceptable_client_ids,
  row.scopes,
  JSON.stringify(row.authorization_params),
  JSON.stringify(row.discovery_document),
  row.enabled,
]

export async function deleteCustomProviderRow(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from auth.custom_oauth_providers where id = $1', [id])
}

/** Ends sign-ins under way, and codes that are not exchanged yet. */
export async function deleteFlowsBy(sql: Sql, identifier: string): Promise<void> {
  await sql.query('delete from auth.flow_state where provider = $1', [identifier])
}

/** Whether users signed in under this name with another issuer, whose ids of users mean other people. */
export async function hasUsersOfOtherIssuer(
  sql: Sql,
  { identifier, issuer }: Pick<CustomProviderRow, 'identifier' | 'issuer'>,
): Promise<boolean> {
  const { rows } = await sql.query(
    `select from auth.identities
      where provider = $1 and identity_data ->> 'iss' is distinct from $2
      limit 1`,
    [identifier, issuer],
  )

  return rows.length > 0
}
