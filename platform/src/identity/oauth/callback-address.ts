import type { Identity } from '#identity/identity.ts'

/** The OAuth redirect URI, registered with each provider in exactly this form. */
export const callbackAddress = ({ settings }: Pick<Identity, 'settings'>): string =>
  `${settings.apiUrl}/auth/v1/callback`
