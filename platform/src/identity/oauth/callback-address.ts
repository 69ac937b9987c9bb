import type { Identity } from '#identity/identity.ts'

/** The OAuth redirect URI, registered with each provider exactly as it is. */
export const callbackAddress = ({ settings }: Pick<Identity, 'settings'>): string =>
  `${settings.apiUrl}/auth/v1/callback`
