import type { Identity } from '#identity/identity.ts'

/** Where providers send people back to; registered with each of them to the letter. */
export const callbackAddress = ({ settings }: Pick<Identity, 'settings'>): string =>
  `${settings.apiUrl}/auth/v1/callback`
