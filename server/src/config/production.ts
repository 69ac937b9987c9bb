import type { EnvironmentReader } from '@app/platform/config/environment.ts'
import { refuseUnsafePlatform } from '@app/platform/config/platform-config.ts'
import { refuseWeak } from '@app/platform/config/secrets-production.ts'
import type { Config } from './config.ts'

const WEBHOOK_MIN_BYTES = 16
/** The stand-ins' secret, published with the source. */
const PLAYED_WEBHOOK_SECRET = 'gitferry-local-webhook-secret'

/** Refuses settings that are convenient in development and unsafe in production. */
export function refuseUnsafe(env: EnvironmentReader, config: Config) {
  const isPlayed = config.standins.length > 0
  refuseUnsafePlatform(env, config, { isMailPlayed: isPlayed })

  if (isPlayed && !env.flag('ALLOW_STANDINS_IN_PRODUCTION', false)) {
    env.problem(
      'stand-ins do not belong in production (ALLOW_STANDINS_IN_PRODUCTION=true permits them)',
    )
  }
  if (config.clockFile) {
    env.problem('CLOCK_FILE does not belong in production: time is not ours to move')
  }
  if (config.seed === 'demo') env.problem('SEED=demo does not belong in production')
  if (config.auth.autoconfirm && config.adminEmails.length > 0) {
    env.problem(
      'ADMIN_EMAILS with AUTH_AUTOCONFIRM would make an admin of whoever types the address',
    )
  }
  // Stand-ins use a published secret and are permitted by a flag of their own.
  if (isPlayed) return
  refuseWeakWebhook(env, 'GITHUB_APP_WEBHOOK_SECRET')
  refuseWeakWebhook(env, 'LEMON_SQUEEZY_WEBHOOK_SECRET')
}

function refuseWeakWebhook(env: EnvironmentReader, name: string) {
  const secret = env.given(name)
  if (secret === undefined) return
  if (Buffer.byteLength(secret) < WEBHOOK_MIN_BYTES) {
    env.problem(`${name} must have at least ${WEBHOOK_MIN_BYTES} bytes`)
  } else if (secret === PLAYED_WEBHOOK_SECRET) {
    env.problem(`${name} is one that everybody knows`)
  } else {
    refuseWeak(env, name)
  }
}
