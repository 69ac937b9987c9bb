import type { Texts } from '#mail/layout/message.ts'
import type { Proof } from '#mail/layout/proof.ts'

export type Factor = 'totp' | 'phone' | 'webauthn'

type EmailChange = Proof & { newEmail: string }
type When = { at: Date }

/** What each of identity's mails is given, by the names stored in the outbox. */
type IdentityMailParams = {
  confirmation: Proof
  account_exists: { email: string }
  magic_link: Proof
  /** From an admin: its reader asked for nothing. */
  recovery: Proof & { isFromAdmin: boolean }
  invite: Proof
  email_change_new: EmailChange
  email_change_current: EmailChange
  reauthentication: { code: string; validForS: number }
  password_changed: When
  email_changed: When & { oldEmail: string; newEmail: string }
  factor_enrolled: When & { factor: Factor }
  factor_unenrolled: When & { factor: Factor }
  identity_linked: When & { provider: string }
  identity_unlinked: When & { provider: string }
}

/** Identity's mails in one language. */
export type IdentityTexts = Texts<IdentityMailParams>
