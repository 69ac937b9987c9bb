/** Specification, section 9. */
export const PASSWORD_MIN_CHARACTERS = 6
/** bcrypt, which imported passwords use, sees no more of a password than this. */
export const PASSWORD_MAX_BYTES = 72

export type Metadata = Record<string, unknown>

export type AssuranceLevel = 'aal1' | 'aal2'

/** One way to sign in. `id` is the provider's name for the person, `identity_id` ours for the row. */
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

/** A second factor that was just begun: the one time its secret is told. */
export type EnrolledFactorJson = {
  id: string
  type: 'totp'
  friendly_name: string
  /** The picture is SVG text; the address says the same as the picture. */
  totp: { qr_code: string; secret: string; uri: string }
}

/** Ends so many seconds after 1970. */
export type ChallengeJson = { id: string; type: FactorType; expires_at: number }

export type RecoveryCodesStatusJson = {
  id: string
  type: 'recovery_code'
  total: number
  remaining: number
}

/** Shown once: nobody can read them again, not even we. */
export type RecoveryCodesJson = {
  id: string
  type: 'recovery_code'
  friendly_name: string
  total: number
  codes: string[]
}

/** A person as the identity service describes them. What has never happened is absent. */
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
  /** The sign-in succeeded, and the password should be changed. */
  weak_password?: { message: string; reasons: string[] }
}
