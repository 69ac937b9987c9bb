import type { CreationOptionsJson, RequestOptionsJson } from './webauthn.ts'

/** Specification, section 9. */
export const PASSWORD_MIN_CHARACTERS = 6
/** bcrypt, used by imported passwords, ignores everything after this length. */
export const PASSWORD_MAX_BYTES = 72

export type Metadata = Record<string, unknown>

export type AssuranceLevel = 'aal1' | 'aal2'

/** One way to sign in. `id` is the provider's id of the user, `identity_id` our row's. */
export type IdentityJson = {
  identity_id: string
  id: string
  user_id: string
  identity_data: Metadata
  provider: string
  last_sign_in_at?: string
  created_at: string
  updated_at: string
  email?: string
}

/** A set of recovery codes counts as a factor, though it is never the only one. */
export type FactorType = 'totp' | 'phone' | 'webauthn' | 'recovery_code'

export type FactorJson = {
  id: string
  created_at: string
  updated_at: string
  status: 'unverified' | 'verified'
  friendly_name?: string
  factor_type: FactorType
  phone: string
  last_challenged_at: string | null
}

/** A newly enrolled factor, whose secret is only returned now. */
export type EnrolledFactorJson = EnrolledAppJson | EnrolledKeyJson | EnrolledPhoneJson

/** The number is E.164 without its plus sign. */
type EnrolledPhoneJson = { id: string; type: 'phone'; friendly_name: string; phone: string }

/** Its credential is created by the first challenge. */
export type EnrolledKeyJson = { id: string; type: 'webauthn'; friendly_name: string }

export type EnrolledAppJson = {
  id: string
  type: 'totp'
  friendly_name: string
  /** The image is SVG text; `uri` has the same content. */
  totp: { qr_code: string; secret: string; uri: string }
}

/** Expires at this Unix time, in seconds. */
export type ChallengeJson = {
  id: string
  type: FactorType
  expires_at: number
  /** For a security key: what the browser must do with it. */
  webauthn?:
    | { type: 'create'; credential_options: { publicKey: CreationOptionsJson } }
    | { type: 'request'; credential_options: { publicKey: RequestOptionsJson } }
}

export type RecoveryCodesStatusJson = {
  id: string
  type: 'recovery_code'
  total: number
  remaining: number
}

/** Shown once: nobody can read them later. */
export type RecoveryCodesJson = {
  id: string
  type: 'recovery_code'
  friendly_name: string
  total: number
  codes: string[]
}

/** A user as the identity service describes them. Times of events that never happened are absent. */
export type UserJson = {
  id: string
  aud: string
  role: string
  email: string
  phone: string
  email_confirmed_at?: string
  phone_confirmed_at?: string
  confirmed_at?: string
  confirmation_sent_at?: string
  recovery_sent_at?: string
  email_change_sent_at?: string
  new_email?: string
  phone_change_sent_at?: string
  new_phone?: string
  reauthentication_sent_at?: string
  last_sign_in_at?: string
  invited_at?: string
  banned_until?: string
  deleted_at?: string
  app_metadata: Metadata
  user_metadata: Metadata
  identities: IdentityJson[]
  factors?: FactorJson[]
  created_at: string
  updated_at: string
  is_anonymous: boolean
}

export type SessionJson = {
  access_token: string
  token_type: 'bearer'
  /** Seconds from now. */
  expires_in: number
  /** Seconds since 1970. */
  expires_at: number
  refresh_token: string
  user: UserJson
  provider_token?: string
  provider_refresh_token?: string
  /** The sign-in succeeded, but the password should be changed. */
  weak_password?: { message: string; reasons: string[] }
}
