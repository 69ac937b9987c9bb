import type { SessionJson } from '@app/contract/identity'

/** A session as it travels in a fragment, the provider's tokens with it. */
export const sessionParameters = (session: SessionJson): Record<string, string> => ({
  access_token: session.access_token,
  expires_at: String(session.expires_at),
  expires_in: String(session.expires_in),
  ...(session.provider_refresh_token && {
    provider_refresh_token: session.provider_refresh_token,
  }),
  ...(session.provider_token && { provider_token: session.provider_token }),
  refresh_token: session.refresh_token,
  sb: '',
  token_type: session.token_type,
})
