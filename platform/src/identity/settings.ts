/** The identity service's configuration. */
export type IdentitySettings = {
  siteUrl: string
  apiUrl: string
  redirectAllowList: readonly string[]
  emailEnabled: boolean
  phoneEnabled: boolean
  phoneAutoconfirm: boolean
  /** Codes in text messages may be a second factor. */
  phoneFactorEnabled: boolean
  testOtps: ReadonlyMap<string, string>
  /** Calling codes of the countries that text messages are sent to. */
  smsCountries: readonly string[]
  /** Empty: none are sent. */
  smsProvider: string
  autoconfirm: boolean
  signupDisabled: boolean
  anonymousEnabled: boolean
  manualLinking: boolean
  samlEnabled: boolean
  oauthServerEnabled: boolean
  /** Anybody may register an OAuth client. */
  oauthDynamicRegistration: boolean
  /** Fetches metadata from this machine, for stand-ins. */
  loopbackMetadata: boolean
  /** Custom providers may be on this machine, for stand-ins. */
  customLoopback: boolean
  /** Implies `webauthn`. */
  passkeysEnabled: boolean
  /** null: the site has no host name, which passkeys and security keys need. */
  webauthn: RelyingParty | null
  accessTokenTtlS: number
  otpTtlS: number
  mailIntervalS: number
  mailsPerHour: number
  rateLimitFactor: number
  /** Requires a new code from the mailbox if a session older than a day changes the password. */
  requireReauthentication: boolean
  requireCurrentPassword: boolean
}

export type RelyingParty = { rpId: string; rpName: string; origins: readonly string[] }

/** The `iss` claim of our tokens. */
export const issuerOf = ({ apiUrl }: Pick<IdentitySettings, 'apiUrl'>): string =>
  `${apiUrl}/auth/v1`
