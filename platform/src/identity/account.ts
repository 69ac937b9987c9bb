import type { FactorType, Metadata } from '@app/contract/identity'
import type { Language } from '@app/contract/languages'

/** A row of auth.users, with the columns that the code reads. */
export type UserRow = {
  id: string
  aud: string
  role: string
  email: string | null
  phone: string | null
  encrypted_password: string | null
  /** Becomes the password of an anonymous account once its address is confirmed. */
  pending_encrypted_password: string | null
  /** The account's credentials come from a caller who never proved the address. */
  has_unverified_credentials: boolean
  email_confirmed_at: Date | null
  phone_confirmed_at: Date | null
  confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  /** Which mailbox has confirmed the change: 0 none, 1 the current one, 2 the new one. */
  email_change_confirm_status: number
  phone_change: string | null
  phone_change_sent_at: Date | null
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  banned_until: Date | null
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
  raw_app_meta_data: Metadata
  raw_user_meta_data: Metadata
  is_sso_user: boolean
  is_anonymous: boolean
}

// Timestamps inside these are text, because PostgreSQL returns the rows as one JSON value.

export type IdentityRow = {
  id: string
  user_id: string
  provider: string
  provider_id: string
  identity_data: Metadata
  email: string | null
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

export type FactorCredential = {
  /** Base64url. */
  id: string
  /** Base64url. */
  publicKey: string
  counter: number
  transports: string[]
  isBackupEligible: boolean
  isBackedUp: boolean
}

export type FactorRow = {
  id: string
  status: 'unverified' | 'verified'
  friendly_name: string | null
  factor_type: FactorType
  phone: string | null
  last_challenged_at: string | null
  /** The security key of a WebAuthn factor, once it is verified. */
  web_authn_credential: FactorCredential | null
  created_at: string
  updated_at: string
}

/** A user with all identities and factors, and the language of their mails. */
export type Account = UserRow & {
  identities: IdentityRow[]
  factors: FactorRow[]
  language: Language
}

export const isConfirmed = ({ email_confirmed_at, phone_confirmed_at }: UserRow) =>
  email_confirmed_at !== null || phone_confirmed_at !== null

export const isBanned = ({ banned_until }: UserRow, now: Date) =>
  banned_until !== null && banned_until > now

export const hasVerifiedFactor = ({ factors }: Account) =>
  factors.some(({ status }) => status === 'verified')
