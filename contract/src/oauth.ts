/** Scopes of OpenID Connect: they say what `/oauth/userinfo` and the id token tell. */
export const IDENTITY_SCOPES = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const

/** Scopes that reach the product's data, only for clients that an admin marked as first-party. */
export const DATA_SCOPES = ['sync:read', 'sync:write'] as const

export type DataScope = (typeof DATA_SCOPES)[number]

export const OAUTH_SCOPES = [...IDENTITY_SCOPES, ...DATA_SCOPES] as const

export type OAuthScope = (typeof OAUTH_SCOPES)[number]

export const MOST_REDIRECT_URIS = 10
export const LONGEST_CLIENT_NAME = 1024
export const LONGEST_CLIENT_URI = 2048

export type OAuthClientJson = {
  client_id: string
  /** Only in the reply that issues it. */
  client_secret?: string
  client_type: 'public' | 'confidential'
  registration_type: 'manual' | 'dynamic'
  token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | 'none'
  client_name: string
  client_uri?: string
  logo_uri?: string
  redirect_uris: string[]
  grant_types: string[]
  response_types: string[]
  /** Ours: an admin may open the product's data to it. */
  is_first_party: boolean
  created_at: string
  updated_at: string
}

/** A client as members see it. */
export type OAuthClientFacts = { id: string; name?: string; uri?: string; logo_uri?: string }

export type OAuthAuthorizationJson = {
  authorization_id: string
  redirect_uri: string
  client: OAuthClientFacts
  user: { id: string; email: string }
  /** Separated by blanks. */
  scope: string
}

/** Leads back to the client, with a code or an error. */
export type OAuthRedirectJson = { redirect_url: string }

export type OAuthGrantJson = { client: OAuthClientFacts; scopes: string[]; granted_at: string }
