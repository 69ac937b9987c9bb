import { refuseUnsafeAuth } from '@app/platform/config/auth-production.ts'
import type { Config } from './config.ts'
import type { EnvironmentReader } from '@app/platform/config/environment.ts'
import { refuseWeakSecrets } from '@app/platform/config/secrets-production.ts'

/** What may be convenient on a developer's machine and is a hole on the open net. */
export function refuseUnsafe(env: EnvironmentReader, config: Config) {
  const mustBeSet = [
    'SITE_URL',
    'DATABASE_URL',
    'APP_ENCRYPTION_KEYS',
    'MAIL_FROM',
    ...(config.standins.length > 0 ? [] : ['SMTP_URL']),
  ]
  for (const name of mustBeSet) {
    if (env.given(name) === undefined) env.problem(`${name} is missing`)
  }

  if (!isSecure(config.siteUrl)) env.problem('SITE_URL must begin with https:')
  if (!isSecure(config.apiUrl)) env.problem('API_URL must begin with https:')
  if (config.standins.length > 0 && !env.flag('ALLOW_STANDINS_IN_PRODUCTION', false)) {
    env.problem(
      'stand-ins do not belong in production (ALLOW_STANDINS_IN_PRODUCTION=true permits them)',
    )
  }
  if (config.clockFile)
    env.problem('CLOCK_FILE does not belong in production: time is not ours to move')
  if (config.seed === 'demo') env.problem('SEED=demo does not belong in production')
  refuseUnsafeAuth(env, config.auth)
  refuseWeakSecrets(env, config)
}

/** Plain http is for a proxy-less trial on one's own machine only. */
function isSecure(url: string): boolean {
  const { protocol, hostname } = new URL(url)

  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}
