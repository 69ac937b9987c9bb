import type { OAuthClientsFilter } from '@app/contract/admin-oauth'
import type { Sql } from '@app/platform/db/database.ts'
import type { Cursor } from '#admin/cursor.ts'
import { COUNT_LIMIT, PAGE_ROWS } from '#admin/list-pages.ts'

export type ClientRow = {
  id: string
  name: string
  uri: string
  redirect_uris: string[]
  is_first_party: boolean
  is_public: boolean
  is_dynamic: boolean
  members: number
  created_at: Date
}

const KINDS = {
  first_party: 'is_first_party',
  third_party: `not is_first_party and registration_type = 'manual'`,
  dynamic: `registration_type = 'dynamic'`,
}

const condition = ({ kind }: OAuthClientsFilter) => (kind ? KINDS[kind] : 'true')

/** Newest first. */
export async function listClientRows(
  sql: Sql,
  filter: OAuthClientsFilter,
  after: Cursor | null,
): Promise<(ClientRow & { key: string })[]> {
  const { rows } = await sql.query<ClientRow & { key: string }>(
    `select id, coalesce(client_name, '') as name, coalesce(client_uri, '') as uri, redirect_uris, is_first_party,
            client_type = 'public' as is_public, registration_type = 'dynamic' as is_dynamic,
            (select count(*)::int from auth.oauth_consents as consent where consent.client_id = client.id) as members,
            created_at, created_at::text as key
       from auth.oauth_clients as client
      where ${condition(filter)}
        and ($1::timestamptz is null
             or created_at <= $1::timestamptz and (created_at < $1::timestamptz or id > $2::uuid))
      order by created_at desc, id
      limit ${PAGE_ROWS + 1}`,
    [after?.key ?? null, after?.id ?? null],
  )

  return rows
}

export async function countClients(sql: Sql, filter: OAuthClientsFilter): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count
       from (select from auth.oauth_clients where ${condition(filter)} limit ${COUNT_LIMIT + 1}) as found`,
  )

  return rows[0]?.count ?? 0
}
