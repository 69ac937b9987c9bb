import type { AttributeMapping } from './claims.ts'
import type { ProviderRow } from './providers-table.ts'

/** A provider as Supabase Auth shows it; `metadata_ends_at` and `metadata_failure` are ours. */
export type SsoProviderJson = {
  id: string
  resource_id?: string
  disabled: boolean
  saml: {
    entity_id: string
    metadata_xml?: string
    metadata_url?: string
    attribute_mapping: AttributeMapping
    name_id_format?: string
    metadata_ends_at?: Date
    metadata_failure?: string
  }
  domains: { domain: string }[]
  created_at: Date
  updated_at: Date
}

/** Lists omit the metadata, which may be large. */
export const providerJson = (row: ProviderRow, { isListed = false } = {}): SsoProviderJson => ({
  id: row.id,
  ...(row.resource_id !== null && { resource_id: row.resource_id }),
  disabled: row.disabled,
  saml: {
    entity_id: row.entity_id,
    ...(!isListed && { metadata_xml: row.metadata_xml }),
    ...(row.metadata_url !== null && { metadata_url: row.metadata_url }),
    attribute_mapping: row.attribute_mapping,
    ...(row.name_id_format !== null && { name_id_format: row.name_id_format }),
    ...(row.metadata_ends_at !== null && { metadata_ends_at: row.metadata_ends_at }),
    ...(row.metadata_failure !== null && { metadata_failure: row.metadata_failure }),
  },
  domains: row.domains.map((domain) => ({ domain })),
  created_at: row.created_at,
  updated_at: row.updated_at,
})
