import type { OAuthClientFacts, OAuthClientJson } from '@app/contract/oauth'
import type { ClientRow } from './clients-table.ts'

export const clientJson = (client: ClientRow, secret?: string | null): OAuthClientJson => ({
  client_id: client.id,
  ...(secret && { client_secret: secret }),
  client_type: client.client_type,
  registration_type: client.registration_type,
  token_endpoint_auth_method: client.token_endpoint_auth_method,
  client_name: client.client_name ?? '',
  ...(client.client_uri && { client_uri: client.client_uri }),
  ...(client.logo_uri && { logo_uri: client.logo_uri }),
  redirect_uris: client.redirect_uris,
  grant_types: client.grant_types,
  response_types: ['code'],
  is_first_party: client.is_first_party,
  created_at: client.created_at.toISOString(),
  updated_at: client.updated_at.toISOString(),
})

export const clientFacts = (
  client: Pick<ClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'>,
): OAuthClientFacts => ({
  id: client.id,
  ...(client.client_name && { name: client.client_name }),
  ...(client.client_uri && { uri: client.client_uri }),
  ...(client.logo_uri && { logo_uri: client.logo_uri }),
})
