import { resolve } from 'node:path'
import { readAuth } from '@app/platform/config/auth.ts'
import type { Config } from './config.ts'
import { parseEncryptionKeys } from '@app/platform/config/encryption-keys.ts'
import { type Environment, type EnvironmentReader, readEnvironment } from '@app/platform/config/environment.ts'
import { readMail } from '@app/platform/config/mail.ts'
import { readMetrics } from '@app/platform/config/metrics.ts'
import { readNewsletter } from './newsletter.ts'
import { refuseUnsafe } from './production.ts'
import { readProviders } from '@app/platform/config/providers.ts'
import { readProxies } from '@app/platform/config/proxies.ts'
import { readPublicConfig } from './public-config.ts'
import { readRest } from '@app/platform/config/rest.ts'

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** The environment, parsed once. Throws one sentence that names every problem. */
export function readConfig(environment: Environment = process.env): Config {
  const env = readEnvironment(environment)
  const isProduction = env.given('NODE_ENV') === 'production'
  const host = env.text('HOST', '127.0.0.1')
  const port = env.whole('PORT', 3000, { min: 0, max: 65_535 })
  const siteUrl = env.address('SITE_URL', defaultSite(host, port), ['http:', 'https:'])
  const apiUrl = env.address('API_URL', siteUrl, ['http:', 'https:'])
  const databaseUrl = readDatabaseUrl(env)

  const config: Config = {
    isProduction,
    host,
    port,
    siteUrl,
    apiUrl,
    dataDir: resolve(env.text('DATA_DIR', '.data')),
    databaseUrl,
    encryptionKeys: parseEncryptionKeys(env),
    trustedProxies: readProxies(env),
    metrics: readMetrics(env, port),
    drainDelayMs: env.whole('DRAIN_DELAY_MS', isProduction ? 3000 : 0, { min: 0, max: 5000 }),
    logLevel: env.oneOf('LOG_LEVEL', LOG_LEVELS, isProduction ? 'info' : 'warn'),
    seed: env.oneOf('SEED', ['demo', 'none'], isProduction || databaseUrl ? 'none' : 'demo'),
    stopsWithStdin: env.flag('STOP_WITH_STDIN', false),
    liveReload: !isProduction && env.flag('LIVE_RELOAD', false),
    clockFile: env.given('CLOCK_FILE') ?? null,
    mail: readMail(env, siteUrl),
    newsletter: readNewsletter(env),
    rest: readRest(env),
    auth: readAuth(env),
    providers: readProviders(env),
    standins: env.list('STANDINS_RUNNING').map(nameAndUrl),
    public: readPublicConfig(env, siteUrl, apiUrl),
  }
  if (config.seed === 'demo' && databaseUrl) {
    env.problem('SEED=demo is only for the embedded database: its passwords are known to everybody')
  }
  if (isProduction) refuseUnsafe(env, config)
  env.refuseProblems()

  return config
}

function readDatabaseUrl(env: EnvironmentReader): string | null {
  const url = env.given('DATABASE_URL')
  if (url === undefined) return null
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    env.problem('DATABASE_URL must be an address that begins with postgres:')
  }
  return url
}

const defaultSite = (host: string, port: number) =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`

function nameAndUrl(entry: string) {
  const [name = '', url = ''] = entry.split(/=(.*)/s)

  return { name, url }
}
