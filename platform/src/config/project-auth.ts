import { StartError } from '#errors/start-error.ts'
import type { TomlReader } from './toml-reader.ts'

/** `[auth]` of config.toml as the variables that mean the same. */
export function authVariables(toml: TomlReader): Record<string, string | undefined> {
  const not = (path: string) => {
    const value = toml.flag(path)
    return value === undefined ? undefined : String(!value)
  }
  const flag = (path: string) => toml.flag(path)?.toString()
  const site = toml.text('auth.site_url') ?? 'http://127.0.0.1:3000'
  const redirects = toml.texts('auth.additional_redirect_urls') ?? []

  return {
    JWT_SECRET: toml.text('auth.jwt_secret'),
    // A site below a path: links lead to its origin, redirects also to it.
    SITE_URL: URL.canParse(site) ? new URL(site).origin : site,
    AUTH_REDIRECT_ALLOW_LIST: [site, ...redirects].join(','),
    AUTH_JWT_EXP_S: toml.whole('auth.jwt_expiry')?.toString(),
    AUTH_DISABLE_SIGNUP: not('auth.enable_signup'),
    AUTH_ANONYMOUS: flag('auth.enable_anonymous_sign_ins') ?? 'false',
    AUTH_MANUAL_LINKING: flag('auth.enable_manual_linking') ?? 'false',
    AUTH_EMAIL_ENABLED: flag('auth.email.enable_signup'),
    AUTH_AUTOCONFIRM: not('auth.email.enable_confirmations') ?? 'true',
    AUTH_REQUIRE_REAUTHENTICATION: flag('auth.email.secure_password_change') ?? 'false',
    AUTH_MAIL_INTERVAL_S: seconds(toml, 'auth.email.max_frequency') ?? '1',
    AUTH_OTP_TTL_S: toml.whole('auth.email.otp_expiry')?.toString(),
    AUTH_OAUTH_SERVER_ENABLED: flag('auth.oauth_server.enabled'),
    AUTH_OAUTH_DYNAMIC_REGISTRATION: flag('auth.oauth_server.allow_dynamic_registration'),
    AUTH_PASSKEYS_ENABLED: flag('auth.passkey.enabled'),
    AUTH_WEBAUTHN_RP_ID: toml.text('auth.webauthn.rp_id'),
    AUTH_WEBAUTHN_RP_NAME: toml.text('auth.webauthn.rp_display_name'),
    AUTH_WEBAUTHN_ORIGINS: toml.texts('auth.webauthn.rp_origins')?.join(','),
    // As a stock client expects it: it sends no current password.
    AUTH_REQUIRE_CURRENT_PASSWORD: 'false',
    ...smtp(toml),
    ...sms(toml),
    ...captcha(toml),
    ...hooks(toml),
    ...provider(toml, 'github', 'GITHUB_APP'),
    ...provider(toml, 'google', 'GOOGLE'),
  }
}

function smtp(toml: TomlReader): Record<string, string | undefined> {
  const at = 'auth.email.smtp'
  if (toml.flag(`${at}.enabled`) === false || toml.text(`${at}.host`) === undefined) return {}
  const [user, pass] = [toml.text(`${at}.user`), toml.text(`${at}.pass`)]
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(pass ?? '')}@` : ''
  const from = toml.text(`${at}.admin_email`)
  const name = toml.text(`${at}.sender_name`)

  return {
    SMTP_URL: `smtp://${login}${toml.text(`${at}.host`)}:${toml.whole(`${at}.port`) ?? 587}`,
    MAIL_FROM: from && (name ? `${name} <${from}>` : from),
    AUTH_MAILS_PER_HOUR: toml.whole('auth.rate_limit.email_sent')?.toString(),
  }
}

function sms(toml: TomlReader): Record<string, string | undefined> {
  const codes = toml.keys('auth.sms.test_otp')
  const confirms = toml.flag('auth.sms.enable_confirmations') ?? false

  return {
    AUTH_PHONE_ENABLED: toml.flag('auth.sms.enable_signup')?.toString(),
    AUTH_PHONE_AUTOCONFIRM: String(!confirms),
    AUTH_MFA_PHONE_ENABLED: toml.flag('auth.mfa.phone.enroll_enabled')?.toString(),
    AUTH_TEST_OTPS: codes
      .map((phone) => `${phone}=${toml.text(`auth.sms.test_otp.${phone}`)}`)
      .join(','),
  }
}

function captcha(toml: TomlReader): Record<string, string | undefined> {
  if (toml.flag('auth.captcha.enabled') !== true) return {}

  return {
    AUTH_CAPTCHA_ENABLED: 'true',
    AUTH_CAPTCHA_PROVIDER: toml.text('auth.captcha.provider'),
    AUTH_CAPTCHA_SECRET: toml.text('auth.captcha.secret'),
  }
}

const HOOKS = ['custom_access_token', 'before_user_created', 'send_sms']

function hooks(toml: TomlReader): Record<string, string | undefined> {
  const enabled = HOOKS.filter((name) => toml.flag(`auth.hook.${name}.enabled`) === true)
  const variables = enabled.flatMap((name) => {
    const variable = `AUTH_HOOK_${name.toUpperCase()}`
    return [
      [variable, toml.text(`auth.hook.${name}.uri`)],
      [`${variable}_SECRET`, toml.text(`auth.hook.${name}.secrets`)],
    ]
  })

  return Object.fromEntries(variables)
}

function provider(toml: TomlReader, name: string, variable: string) {
  const at = `auth.external.${name}`
  if (toml.flag(`${at}.enabled`) !== true) return {}

  return {
    [`${variable}_CLIENT_ID`]: toml.text(`${at}.client_id`),
    [`${variable}_CLIENT_SECRET`]: toml.text(`${at}.secret`),
  }
}

const UNITS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 }

/** A duration such as `1m30s`, as whole seconds. */
function seconds(toml: TomlReader, path: string): string | undefined {
  const text = toml.text(path)
  if (text === undefined) return undefined
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
  if (parts.map(([part]) => part).join('') !== text || text === '') {
    throw new StartError(`config.toml: ${path} must be a duration such as 1m30s.`)
  }

  return String(
    Math.ceil(
      parts.reduce((sum, [, count, unit = 's']) => sum + Number(count) * (UNITS[unit] ?? 1), 0),
    ),
  )
}
