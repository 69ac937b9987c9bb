import type { SsoProvidersFilter } from '@app/contract/admin-sso'
import type { Sql } from '@app/platform/db/database.ts'
import type { AttributeMapping } from '@app/platform/identity/sso/claims.ts'
import type { Cursor } from '#admin/cursor.ts'
import { COUNT_LIMIT, PAGE_ROWS } from '#admin/list-pages.ts'

export type ProviderRow = {
  id: string
  entity_id: string
  domains: string[]
  disabled: boolean
  resource_id: string | null
  metadata_url: string | null
  attribute_mapping: AttributeMapping
  name_id_format: string | null
  metadata_ends_at: Date | null
  metadata_fetched_at: Date | null
  metadata_failure: string | null
  users: number
  created_at: Date
}

const STATES = { enabled: 'not disabled', disabled: 'disabled' }

const condition = ({ state }: SsoProvidersFilter) => (state ? STATES[state] : 'true')

/** Newest first. The metadata itself may be large, and is left out. */
export async function listProviderRows(
  sql: Sql,
  filter: SsoProvidersFilter,
  after: Cursor | null,
): Promise<(ProviderRow & { key: string })[]> {
  const { rows } = await sql.query<ProviderRow & { key: string }>(
    `select provider.id, saml.entity_id, provider.disabled, provider.resource_id, saml.metadata_url, saml.attribute_mapping,
            saml.name_id_format, saml.metadata_ends_at, saml.metadata_fetched_at, saml.metadata_failure,
            array(select domain from auth.sso_domains as one
                   where one.sso_provider_id = provider.id order by domain) as domains,
            (select count(*)::int from auth.identities as identity
              where identity.provider = 'sso:' || provider.id) as users,
            provider.created_at, provider.created_at::text as key
       from auth.sso_providers as provider
       join auth.saml_providers as saml on saml.sso_provider_id = provider.id
      where ${condition(filter)}
        and ($1::timestamptz is null
             or provider.created_at <= $1::timestamptz
                and (provider.created_at < $1::timestamptz or provider.id > $2::uuid))
      order by provider.created_at desc, provider.id
      limit ${PAGE_ROWS + 1}`,
    [after?.key ?? null, after?.id ?? null],
  )

  return rows
}

export async function countProviders(sql: Sql, filter: SsoProvidersFilter): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count
       from (select from auth.sso_providers where ${condition(filter)} limit ${COUNT_LIMIT + 1}) as found`,
  )

  return rows[0]?.count ?? 0
}
