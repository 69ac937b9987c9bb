/** The identity service's configuration. */
export type IdentitySettings = {
  siteUrl: string
  apiUrl: string
  redirectAllowList: readonly string[]
  emailEnabled: boolean
  phoneEnabled: boolean
  phoneAutoconfirm: boolean
  testOtps: ReadonlyMap<string, string>
  autoconfirm: boolean
  signupDisabled: boolean
  anonymousEnabled: boolean
  manualLinking: boolean
  samlEnabled: boolean
  accessTokenTtlS: number
  otpTtlS: number
  mailIntervalS: number
  mailsPerHour: number
  rateLimitFactor: number
  /** A password change by a session older than a day needs a new code from the mailbox. */
  requireReauthentication: boolean
  requireCurrentPassword: boolean
}

/** The `iss` claim of our tokens. */
export const issuerOf = ({ apiUrl }: Pick<IdentitySettings, 'apiUrl'>): string =>
  `${apiUrl}/auth/v1`
