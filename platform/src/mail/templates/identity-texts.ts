import type { Texts } from '#mail/layout/message.ts'
import type { SiteLink } from '#mail/layout/site-link.ts'

export type Factor = 'totp' | 'phone' | 'webauthn'

type EmailChange = Proof & { newEmail: string }
type When = { at: Date }
type Passkey = When & { name: string }

/** The parameters of each identity mail, by the names stored in the outbox. */
type IdentityMailParams = {
  confirmation: Proof
  account_exists: { email: string }
  magic_link: Proof
  /** Sent by an admin: its reader requested nothing. */
  recovery: Proof & { isFromAdmin: boolean }
  invite: Proof
  email_change_new: EmailChange
  email_change_current: EmailChange
  reauthentication: { code: string; validForS: number }
  password_changed: When
  email_changed: When & { oldEmail: string; newEmail: string }
  factor_enrolled: When & { factor: Factor }
  factor_unenrolled: When & { factor: Factor }
  passkey_added: Passkey
  passkey_removed: Passkey
  /** Its counter went back: there is a copy of it. */
  passkey_refused: Passkey
  identity_linked: When & { provider: string }
  identity_unlinked: When & { provider: string }
}

/** Identity's mails in one language. */
export type IdentityTexts = Texts<IdentityMailParams>

/**
 * Proves once that a mailbox belongs to the user, by a link or a code. It contains no name: at sign-up an attacker could choose the text
 * that the mailbox's owner reads.
 */
type Proof = { link: SiteLink; code: string; validForS: number }
