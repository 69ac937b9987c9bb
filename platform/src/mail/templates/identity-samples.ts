import type { ParamsOf } from '#mail/layout/message.ts'
import type { IdentityMails } from './identity-mails.ts'

const HOUR_S = 3600
const at = new Date('2030-05-17T09:41:00Z')
const code = '482913'

const proof = (type: string) => ({
  link: {
    on: 'api' as const,
    path: '/auth/v1/verify' as const,
    query: { token: '9d1f4c27ab', type, redirect_to: '/dashboard' },
  },
  code,
  validForS: HOUR_S,
})

/** Sample parameters of each template, for previews and tests. */
export const identitySamples: { [Name in keyof IdentityMails]: ParamsOf<IdentityMails[Name]> } = {
  confirmation: proof('signup'),
  account_exists: { email: 'ada@example.test' },
  magic_link: proof('magiclink'),
  recovery: { ...proof('recovery'), isFromAdmin: false },
  invite: { ...proof('invite'), validForS: 24 * HOUR_S },
  email_change_new: { ...proof('email_change'), newEmail: 'ada.new@example.test' },
  email_change_current: { ...proof('email_change'), newEmail: 'ada.new@example.test' },
  reauthentication: { code, validForS: HOUR_S },
  password_changed: { at },
  email_changed: { at, oldEmail: 'ada@example.test', newEmail: 'ada.new@example.test' },
  factor_enrolled: { at, factor: 'totp' },
  factor_unenrolled: { at, factor: 'totp' },
  passkey_added: { at, name: 'iCloud Keychain' },
  passkey_removed: { at, name: 'iCloud Keychain' },
  passkey_refused: { at, name: 'iCloud Keychain' },
  identity_linked: { at, provider: 'GitHub' },
  identity_unlinked: { at, provider: 'GitHub' },
}
