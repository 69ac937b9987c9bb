import type { EnvironmentReader } from './environment.ts'

export type CaptchaConfig = { verifyUrl: string; secret: string }

const VERIFIERS = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

/** null: what clients send about captchas is not looked at. */
export function readCaptcha(env: EnvironmentReader): CaptchaConfig | null {
  if (!env.flag('AUTH_CAPTCHA_ENABLED', false)) return null

  const provider = env.oneOf('AUTH_CAPTCHA_PROVIDER', ['hcaptcha', 'turnstile'], 'hcaptcha')
  const secret = env.given('AUTH_CAPTCHA_SECRET')
  if (secret === undefined) env.problem('AUTH_CAPTCHA_SECRET is missing')

  return {
    verifyUrl: env.address('AUTH_CAPTCHA_URL', VERIFIERS[provider], ['http:', 'https:']),
    secret: secret ?? '',
  }
}
