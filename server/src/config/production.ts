import type { EnvironmentReader } from '@app/platform/config/environment.ts'
import { refuseUnsafePlatform } from '@app/platform/config/platform-config.ts'
import { weaknessOf } from '@app/platform/config/weak-secrets.ts'
import type { Config } from './config.ts'
import { EXAMPLES } from './public-config.ts'

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
  requirePaymentProvider(env)
  // Stand-ins use a published secret and need a separate flag.
  if (isPlayed) return
  refuseWeakWebhook(env, 'GITHUB_APP_WEBHOOK_SECRET')
  refuseWeakWebhook(env, 'GITHUB_APP_STANDBY_WEBHOOK_SECRET')
  refuseWeakWebhook(env, 'LEMON_SQUEEZY_WEBHOOK_SECRET')
}

const GITHUB_APP = ['ID', 'PRIVATE_KEY', 'SLUG', 'WEBHOOK_SECRET'].map(
  (part) => `GITHUB_APP_${part}`,
)

/** Settings for a GitHub App and own links: without them pages work, but not as members expect. */
export function incompleteIn(env: EnvironmentReader): string[] {
  const isMissing = (name: string) => env.get(name) === undefined
  const hasApp = !isMissing('GITHUB_APP_CLIENT_ID')
  const absent = hasApp ? GITHUB_APP.filter(isMissing) : []

  return [
    ...(hasApp
      ? []
      : [
          'no GitHub App is configured (GITHUB_APP_CLIENT_ID): nobody can sign in with GitHub, connect it or push',
        ]),
    ...absent.map((name) => `the GitHub App is not whole: ${name} is not set`),
    ...Object.entries(EXAMPLES)
      .filter(([name]) => isMissing(name))
      .map(([name, example]) => `${name} is not set: pages and mails show ${example}`),
  ]
}

/** Production sells plans; without these, no purchase could be made or confirmed. */
function requirePaymentProvider(env: EnvironmentReader) {
  for (const name of [
    'LEMON_SQUEEZY_API_KEY',
    'LEMON_SQUEEZY_STORE_ID',
    'LEMON_SQUEEZY_WEBHOOK_SECRET',
  ]) {
    if (env.get(name) === undefined) env.problem(`${name} is missing`)
  }
}

/** Several are separated by commas during a rotation. */
function refuseWeakWebhook(env: EnvironmentReader, name: string) {
  for (const secret of env.list(name)) {
    const weakness = weaknessOf(secret)
    if (Buffer.byteLength(secret) < WEBHOOK_MIN_BYTES) {
      env.problem(`${name} must have at least ${WEBHOOK_MIN_BYTES} bytes`)
    } else if (secret === PLAYED_WEBHOOK_SECRET) {
      env.problem(`${name} is one that everybody knows`)
    } else if (weakness !== null) {
      env.problem(`${name} ${weakness}`)
    }
  }
}
