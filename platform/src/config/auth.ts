import { type AuthKeysConfig, readAuthKeys } from './auth-keys.ts'
import type { EnvironmentReader } from './environment.ts'

export type AuthConfig = {
  keys: AuthKeysConfig
  requireApiKey: boolean
  emailEnabled: boolean
  phoneEnabled: boolean
  phoneAutoconfirm: boolean
  /** Codes in text messages may be a second factor. */
  phoneFactorEnabled: boolean
  /** Phone numbers without a plus sign, each with its fixed code. No SMS is ever sent. */
  testOtps: ReadonlyMap<string, string>
  jwtExpS: number
  oauthServerEnabled: boolean
  oauthDynamicRegistration: boolean
  captcha: CaptchaConfig | null
  /** The address of a service that lists breached passwords; null: no check. */
  breachedPasswordsUrl: string | null
  autoconfirm: boolean
  signupDisabled: boolean
  anonymousEnabled: boolean
  manualLinking: boolean
  /** Between two mails of one kind to one address. */
  mailIntervalS: number
  /** Mails that callers can trigger; 30 % of them are reserved for members. */
  mailsPerHour: number
  otpTtlS: number
  /** How many characters of verified tokens are kept in memory. */
  verifiedTokenCharacters: number
  /** Multiplies the default limits; 0 removes them. */
  rateLimitFactor: number
  /** Custom providers may be on this machine, for stand-ins. */
  customLoopback: boolean
  redirectAllowList: string[]
  requireReauthentication: boolean
  requireCurrentPassword: boolean
}

const DAY_S = 86_400
const MIB = 1024 * 1024
const PWNED_PASSWORDS = 'https://api.pwnedpasswords.com'

export function readAuth(env: EnvironmentReader): AuthConfig {
  return {
    keys: readAuthKeys(env),
    requireApiKey: env.flag('AUTH_REQUIRE_APIKEY', true),
    emailEnabled: env.flag('AUTH_EMAIL_ENABLED', true),
    phoneEnabled: env.flag('AUTH_PHONE_ENABLED', false),
    phoneAutoconfirm: env.flag('AUTH_PHONE_AUTOCONFIRM', false),
    phoneFactorEnabled: env.flag('AUTH_MFA_PHONE_ENABLED', false),
    testOtps: readTestOtps(env),
    jwtExpS: env.whole('AUTH_JWT_EXP_S', 3600, { min: 30, max: 7 * DAY_S }),
    oauthServerEnabled: env.flag('AUTH_OAUTH_SERVER_ENABLED', false),
    oauthDynamicRegistration: env.flag('AUTH_OAUTH_DYNAMIC_REGISTRATION', false),
    captcha: readCaptcha(env),
    breachedPasswordsUrl: readBreachedPasswords(env),
    autoconfirm: env.flag('AUTH_AUTOCONFIRM', false),
    signupDisabled: env.flag('AUTH_DISABLE_SIGNUP', false),
    anonymousEnabled: env.flag('AUTH_ANONYMOUS', false),
    manualLinking: env.flag('AUTH_MANUAL_LINKING', true),
    mailIntervalS: env.whole('AUTH_MAIL_INTERVAL_S', 60, { min: 0, max: DAY_S }),
    mailsPerHour: env.whole('AUTH_MAILS_PER_HOUR', 300, { min: 1, max: 1_000_000 }),
    otpTtlS: env.whole('AUTH_OTP_TTL_S', 3600, { min: 60, max: DAY_S }),
    verifiedTokenCharacters: MIB * env.whole('VERIFIED_TOKENS_MB', 8, { min: 1, max: 1024 }),
    rateLimitFactor: readFactor(env),
    customLoopback: env.flag('AUTH_CUSTOM_PROVIDERS_LOOPBACK', false),
    redirectAllowList: env.list('AUTH_REDIRECT_ALLOW_LIST'),
    requireReauthentication: env.flag('AUTH_REQUIRE_REAUTHENTICATION', false),
    requireCurrentPassword: env.flag('AUTH_REQUIRE_CURRENT_PASSWORD', true),
  }
}

/** `15551234567=123456, …` */
function readTestOtps(env: EnvironmentReader): Map<string, string> {
  const entries = env.list('AUTH_TEST_OTPS').map((entry) => entry.split('='))
  const isUsable = entries.every(
    ([phone = '', code = '', ...rest]) =>
      /^\+?[1-9]\d{1,14}$/.test(phone) && /^\d{6,10}$/.test(code) && rest.length === 0,
  )
  if (!isUsable) env.problem('AUTH_TEST_OTPS must be a list such as 15551234567=123456')

  return new Map(entries.map(([phone = '', code = '']) => [phone.replace('+', ''), code]))
}

/** Off, on, or the address of a compatible service. */
function readBreachedPasswords(env: EnvironmentReader): string | null {
  const value = env.get('AUTH_BREACHED_PASSWORDS')?.toLowerCase()
  if (value?.startsWith('http'))
    return env.address('AUTH_BREACHED_PASSWORDS', '', ['http:', 'https:'])

  return env.flag('AUTH_BREACHED_PASSWORDS', false) ? PWNED_PASSWORDS : null
}

function readFactor(env: EnvironmentReader): number {
  const factor = Number(env.get('AUTH_RATE_LIMIT_FACTOR') ?? 1)
  if (Number.isFinite(factor) && factor >= 0) return factor

  env.problem('AUTH_RATE_LIMIT_FACTOR must be a number that is not negative')
  return 1
}

export type CaptchaConfig = { verifyUrl: string; secret: string }

const VERIFIERS = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

/** null: captcha tokens are ignored. */
export function readCaptcha(env: EnvironmentReader): CaptchaConfig | null {
  env.know('AUTH_CAPTCHA_PROVIDER', 'AUTH_CAPTCHA_SECRET', 'AUTH_CAPTCHA_URL')
  if (!env.flag('AUTH_CAPTCHA_ENABLED', false)) return null

  const provider = env.oneOf('AUTH_CAPTCHA_PROVIDER', ['hcaptcha', 'turnstile'], 'hcaptcha')
  const secret = env.get('AUTH_CAPTCHA_SECRET')
  if (secret === undefined) env.problem('AUTH_CAPTCHA_SECRET is missing')

  return {
    verifyUrl: env.address('AUTH_CAPTCHA_URL', VERIFIERS[provider], ['http:', 'https:']),
    secret: secret ?? '',
  }
}

/** Refuses settings that would let attackers in, or lock users out at the next start. */
export function refuseUnsafeAuth(env: EnvironmentReader, auth: AuthConfig) {
  const { keys } = auth

  if (!keys.jwtKeys && !keys.jwtSecret) env.problem('JWT_KEYS is missing')
  if (!keys.publishableKey && !keys.anonKey) env.problem('PUBLISHABLE_KEY is missing')
  if (auth.testOtps.size > 0) env.problem('AUTH_TEST_OTPS does not belong in production')
  if (auth.customLoopback) {
    env.problem('AUTH_CUSTOM_PROVIDERS_LOOPBACK does not belong in production')
  }
  if (auth.rateLimitFactor === 0) {
    env.problem('AUTH_RATE_LIMIT_FACTOR=0 does not belong in production')
  }
}
