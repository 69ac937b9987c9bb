import type { Sql } from '#db/database.ts'
import type { AttributeMapping } from './claims.ts'

export type ProviderRow = {
  id: string
  resource_id: string | null
  disabled: boolean
  created_at: Date
  updated_at: Date
  domains: string[]
  entity_id: string
  metadata_xml: string
  metadata_url: string | null
  attribute_mapping: AttributeMapping
  name_id_format: string | null
  metadata_ends_at: Date | null
  metadata_fetched_at: Date | null
  metadata_failure: string | null
}

const SELECT = `
  select provider.id, provider.resource_id, provider.disabled, provider.created_at,
         greatest(provider.updated_at, saml.updated_at) as updated_at,
         array(select domain from auth.sso_domains as one
                where one.sso_provider_id = provider.id order by domain) as domains,
         saml.entity_id, saml.metadata_xml, saml.metadata_url, saml.attribute_mapping, saml.name_id_format,
         saml.metadata_ends_at, saml.metadata_fetched_at, saml.metadata_failure
    from auth.sso_providers as provider
    join auth.saml_providers as saml on saml.sso_provider_id = provider.id`

const BY = {
  id: 'provider.id = $1',
  resource_id: 'provider.resource_id = $1',
  entity_id: 'saml.entity_id = $1',
  domain: 'provider.id = (select sso_provider_id from auth.sso_domains where domain = lower($1))',
} as const

export async function findProvider(
  sql: Sql,
  by: keyof typeof BY,
  value: string,
): Promise<ProviderRow | null> {
  const { rows } = await sql.query<ProviderRow>(`${SELECT} where ${BY[by]}`, [value])

  return rows[0] ?? null
}

/** Changes of one provider wait for each other, and sign-ins by it for a change. */
export async function lockProvider(sql: Sql, id: string): Promise<ProviderRow | null> {
  await sql.query('select from auth.sso_providers where id = $1 for update', [id])

  return findProvider(sql, 'id', id)
}

export type ProviderFilter = { resourceId?: string | undefined; prefix?: string | undefined }

export async function listProviders(
  sql: Sql,
  { resourceId, prefix }: ProviderFilter = {},
): Promise<ProviderRow[]> {
  const { rows } = await sql.query<ProviderRow>(
    `${SELECT}
      where ($1::text is null or provider.resource_id = $1)
        and ($2::text is null or starts_with(provider.resource_id, $2))
      order by provider.created_at, provider.id`,
    [resourceId ?? null, prefix ?? null],
  )

  return rows
}

export type StoredProvider = Pick<
  ProviderRow,
  | 'id'
  | 'resource_id'
  | 'disabled'
  | 'entity_id'
  | 'metadata_xml'
  | 'metadata_url'
  | 'attribute_mapping'
  | 'name_id_format'
  | 'metadata_ends_at'
  | 'metadata_fetched_at'
>

export async function upsertProvider(sql: Sql, one: StoredProvider, now: Date): Promise<void> {
  await sql.query(
    `insert into auth.sso_providers (id, resource_id, disabled, created_at, updated_at)
     values ($1, $2, $3, $4, $4)
     on conflict (id) do update
        set resource_id = excluded.resource_id, disabled = excluded.disabled, updated_at = excluded.updated_at`,
    [one.id, one.resource_id, one.disabled, now],
  )
  await sql.query(
    `insert into auth.saml_providers
       (sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format,
        metadata_ends_at, metadata_fetched_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (sso_provider_id) do update
        set entity_id = excluded.entity_id, metadata_xml = excluded.metadata_xml,
            metadata_url = excluded.metadata_url, attribute_mapping = excluded.attribute_mapping,
            name_id_format = excluded.name_id_format, metadata_ends_at = excluded.metadata_ends_at,
            metadata_fetched_at = excluded.metadata_fetched_at, metadata_failure = null,
            updated_at = excluded.updated_at`,
    [
      one.id,
      one.entity_id,
      one.metadata_xml,
      one.metadata_url,
      JSON.stringify(one.attribute_mapping),
      one.name_id_format,
      one.metadata_ends_at,
      one.metadata_fetched_at,
      now,
    ],
  )
}

/** Replaces the provider's domains. Returns one that belongs to another provider, if there is one. */
export async function replaceDomains(
  sql: Sql,
  providerId: string,
  domains: readonly string[],
  now: Date,
): Promise<string | null> {
  await sql.query(
    'delete from auth.sso_domains where sso_provider_id = $1 and domain <> all ($2::text[])',
    [providerId, domains],
  )
  await sql.query(
    `insert into auth.sso_domains (domain, sso_provider_id, created_at)
     select domain, $1, $3 from unnest($2::text[]) as domain
     on conflict do nothing`,
    [providerId, domains, now],
  )
  const { rows } = await sql.query<{ domain: string }>(
    'select domain from auth.sso_domains where domain = any ($2::text[]) and sso_provider_id <> $1',
    [providerId, domains],
  )

  return rows[0]?.domain ?? null
}

export async function deleteProviderRow(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from auth.sso_providers where id = $1', [id])
}

/** Ends what the provider has opened, and what it was about to open. */
export async function endSessionsBy(sql: Sql, providerName: string): Promise<void> {
  await sql.query(
    `delete from auth.sessions
      where user_id in (select user_id from auth.identities where provider = $1)`,
    [providerName],
  )
  await sql.query('delete from auth.flow_state where provider = $1', [providerName])
}

type Fetched = { id: string; xml: string; endsAt: Date | null; now: Date }

export async function storeFetched(sql: Sql, { id, xml, endsAt, now }: Fetched): Promise<void> {
  await sql.query(
    `update auth.saml_providers
        set metadata_xml = $2, metadata_ends_at = $3, metadata_fetched_at = $4, metadata_failure = null
      where sso_provider_id = $1`,
    [id, xml, endsAt, now],
  )
}

export async function storeFailedFetch(
  sql: Sql,
  { id, why, now }: { id: string; why: string; now: Date },
): Promise<void> {
  await sql.query(
    `update auth.saml_providers set metadata_failure = $2, metadata_fetched_at = $3
      where sso_provider_id = $1`,
    [id, why, now],
  )
}
