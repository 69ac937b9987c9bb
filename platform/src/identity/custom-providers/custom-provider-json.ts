import type { CustomProviderRow } from './providers-table.ts'
import type { DiscoveryDocument } from './read-discovery.ts'

/** A provider as Supabase Auth shows it; never its secret. */
export type CustomProviderJson = {
  id: string
  provider_type: 'oidc'
  identifier: string
  name: string
  client_id: string
  acceptable_client_ids: string[]
  scopes: string[]
  pkce_enabled: true
  attribute_mapping: Record<string, never>
  authorization_params: Record<string, string>
  enabled: boolean
  email_optional: false
  issuer: string
  skip_nonce_check: false
  discovery_document: DiscoveryDocumentJson
  created_at: Date
  updated_at: Date
}

/** Clients know four of its lists by other names than the standard's. */
type DiscoveryDocumentJson = Pick<
  DiscoveryDocument,
  | 'issuer'
  | 'authorization_endpoint'
  | 'token_endpoint'
  | 'jwks_uri'
  | 'userinfo_endpoint'
  | 'revocation_endpoint'
> & {
  supported_scopes?: string[] | undefined
  supported_response_types?: string[] | undefined
  supported_subject_types?: string[] | undefined
  supported_id_token_signing_algs?: string[] | undefined
}

export const customProviderJson = (row: CustomProviderRow): CustomProviderJson => ({
  id: row.id,
  provider_type: 'oidc',
  identifier: row.identifier,
  name: row.name,
  client_id: row.client_id,
  acceptable_client_ids: row.acceptable_client_ids,
  scopes: row.scopes,
  pkce_enabled: true,
  attribute_mapping: {},
  authorization_params: row.authorization_params,
  enabled: row.enabled,
  email_optional: false,
  issuer: row.issuer,
  skip_nonce_check: false,
  discovery_document: documentJson(row.discovery_document),
  created_at: row.created_at,
  updated_at: row.updated_at,
})

const documentJson = ({
  scopes_supported,
  response_types_supported,
  subject_types_supported,
  id_token_signing_alg_values_supported,
  ...rest
}: DiscoveryDocument): DiscoveryDocumentJson => ({
  ...rest,
  supported_scopes: scopes_supported,
  supported_response_types: response_types_supported,
  supported_subject_types: subject_types_supported,
  supported_id_token_signing_algs: id_token_signing_alg_values_supported,
})
