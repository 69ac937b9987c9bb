import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type AuthConfig, readAuth, refuseUnsafeAuth } from './auth.ts'
import { type AuthHooksConfig, readAuthHooks } from './auth-hooks.ts'
import { checkDatabaseUrl, type PostgresConfig, readPostgres } from './database-url.ts'
import type { EnvironmentReader } from './environment.ts'
import { type FilesConfig, readFiles } from './files.ts'
import { type MetricsConfig, readMetrics } from './metrics.ts'
import { type ProvidersConfig, readProviders } from './providers.ts'
import { type RealtimeConfig, readRealtime } from './realtime.ts'
import { type RestConfig, readRest } from './rest.ts'
import { readSaml, refuseUnsafeSaml, type SamlConfig } from './saml.ts'
import { refuseWeakSecrets } from './secrets-production.ts'
import { readSms, type SmsConfig } from './sms.ts'
import { readTracing, type TracingConfig } from './tracing.ts'
import { unescapedIn } from './unescaped.ts'
import { readWebAuthn, refuseUnsafeWebAuthn, type WebAuthnSettings } from './webauthn.ts'

/** The program that uses the platform. */
export type App = {
  /** Lower-case letters: names the login role (`<name>_server`), connections, dumps and requests to others. */
  name: string
  /** The name shown to people, for instance in mails. */
  title: string
}

export type PlatformConfig = {
  app: App
  isProduction: boolean
  host: string
  port: number
  siteUrl: string
  apiUrl: string
  dataDir: string
  /** null: uses the embedded database in `dataDir`. */
  databaseUrl: string | null
  postgres: PostgresConfig
  /** null: uses a key file in `dataDir`. */
  encryptionKeys: { id: string; bytes: Buffer }[] | null
  trustedProxies: string[]
  metrics: MetricsConfig
  /** null: nothing is traced. */
  tracing: TracingConfig | null
  /** What this process does of the whole: serves requests, works off jobs, or both. */
  run: (typeof RUNS)[number]
  /** A stopping process exits at the latest after this time. */
  stopLimitMs: number
  /** How long a stopping server still accepts connections, so that load balancers notice in time. */
  drainDelayMs: number
  logLevel: string
  mail: MailConfig
  /** The largest file of the storage service. */
  maxFileBytes: number
  files: FilesConfig
  rest: RestConfig
  realtime: RealtimeConfig
  auth: AuthConfig
  webauthn: WebAuthnSettings
  saml: SamlConfig
  providers: ProvidersConfig
  authHooks: AuthHooksConfig
  sms: SmsConfig
}

const MIB = 1024 * 1024
const MODES = ['production', 'development', 'test'] as const
const RUNS = ['all', 'web', 'worker'] as const
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Configuration that every program on the platform shares. */
export function readPlatformConfig(env: EnvironmentReader, app: App): PlatformConfig {
  const isProduction = env.oneOf('NODE_ENV', MODES, 'development') === 'production'
  const host = env.text('HOST', '127.0.0.1')
  const port = env.whole('PORT', 3000, { min: 0, max: 65_535 })
  const siteUrl = env.origin('SITE_URL', defaultSite(host, port))
  const apiUrl = readApiUrl(env, siteUrl)

  return {
    app,
    isProduction,
    host,
    port,
    siteUrl,
    apiUrl,
    dataDir: resolve(env.text('DATA_DIR', '.data')),
    databaseUrl: readDatabaseUrl(env),
    postgres: readPostgres(env),
    encryptionKeys: parseEncryptionKeys(env),
    trustedProxies: readProxies(env),
    metrics: readMetrics(env, port),
    tracing: readTracing(env, app.name),
    run: readRun(env),
    stopLimitMs: env.whole('STOP_LIMIT_MS', 10_000, { min: 10_000, max: 3_600_000 }),
    drainDelayMs: env.whole('DRAIN_DELAY_MS', isProduction ? 3000 : 0, { min: 0, max: 5000 }),
    logLevel: env.oneOf('LOG_LEVEL', LOG_LEVELS, isProduction ? 'info' : 'warn'),
    mail: readMail(env, siteUrl, app.title),
    maxFileBytes: env.whole('STORAGE_FILE_SIZE_LIMIT', 50 * MIB, { min: 1, max: 1024 * MIB }),
    files: readFiles(env),
    rest: readRest(env),
    realtime: readRealtime(env),
    auth: readAuth(env),
    webauthn: readWebAuthn(env, { siteUrl, title: app.title }),
    saml: readSaml(env),
    providers: readProviders(env, app.name),
    authHooks: readAuthHooks(env),
    sms: readSms(env),
  }
}

/** Refuses settings that are convenient in development and unsafe in production. */
export function refuseUnsafePlatform(
  env: EnvironmentReader,
  config: PlatformConfig,
  { isMailPlayed }: { isMailPlayed: boolean },
) {
  const mustBeSet = ['SITE_URL', 'DATABASE_URL', 'APP_ENCRYPTION_KEYS', 'MAIL_FROM']
  for (const name of isMailPlayed ? mustBeSet : [...mustBeSet, 'SMTP_URL']) {
    if (env.get(name) === undefined) env.problem(`${name} is missing`)
  }

  if (!isSecure(config.siteUrl)) env.problem('SITE_URL must begin with https:')
  if (!isSecure(config.apiUrl)) env.problem('API_URL must begin with https:')
  refuseUnsafeAuth(env, config.auth)
  refuseUnsafeWebAuthn(env, config.webauthn)
  refuseUnsafeSaml(env, config.saml)
  refuseWeakSecrets(env, config)
}

/** Plain http is allowed only for a trial on the operator's own machine. */
function isSecure(url: string): boolean {
  const { protocol, hostname } = new URL(url)

  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}

function readRun(env: EnvironmentReader): PlatformConfig['run'] {
  const run = env.oneOf('RUN', RUNS, 'all')
  if (run !== 'all' && env.get('DATABASE_URL') === undefined) {
    env.problem(`RUN=${run} needs DATABASE_URL: the embedded database belongs to one process`)
  }

  return run
}

function readDatabaseUrl(env: EnvironmentReader): string | null {
  const url = env.get('DATABASE_URL')
  if (url === undefined) return null
  checkDatabaseUrl(env, 'DATABASE_URL', url)
  return url
}

/** May have a path, which the proxy removes. */
function readApiUrl(env: EnvironmentReader, siteUrl: string): string {
  const url = env.address('API_URL', siteUrl, ['http:', 'https:'])
  if (/[?#@]/.test(url)) env.problem('API_URL must be an address without query, fragment and user')

  return url
}

/** Browsers create no passkeys at an IP address, so this machine's own addresses get its name. */
const defaultSite = (host: string, port: number) =>
  `http://${OWN_ADDRESSES.includes(host) ? 'localhost' : hostInUrl(host)}:${port}`

const OWN_ADDRESSES = ['127.0.0.1', '::1', '0.0.0.0', '::']

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

const KEY_BYTES = 32

/** `k1:<base64>,k2:<base64>`. The one that seals comes last: that of APP_SEALING_KEY, else the last of the list. */
function parseEncryptionKeys(env: EnvironmentReader) {
  const entries = env.list('APP_ENCRYPTION_KEYS')
  const sealing = env.get('APP_SEALING_KEY')
  if (sealing !== undefined && !entries.some((entry) => entry.startsWith(`${sealing}:`))) {
    env.problem('APP_SEALING_KEY must be the name of a key of APP_ENCRYPTION_KEYS')
  }
  if (entries.length === 0) return null

  const keys = entries.map((entry) => {
    const [id = '', text = ''] = entry.split(/:(.*)/s)

    return { id, bytes: Buffer.from(text, 'base64') }
  })
  const ids = new Set(keys.map(({ id }) => id))
  const isUsable = keys.every(({ id, bytes }) => /^\w+$/.test(id) && bytes.length === KEY_BYTES)
  if (!isUsable || ids.size !== keys.length) {
    env.problem(
      'APP_ENCRYPTION_KEYS must be a list of name:key, each name once, each key 32 bytes in base64',
    )
  }
  return keys.sort((one, other) => Number(one.id === sealing) - Number(other.id === sealing))
}

/** Addresses or ranges (`10.0.0.0/8`) of proxies whose X-Forwarded-For is trusted. */
function readProxies(env: EnvironmentReader): string[] {
  const proxies = env.list('TRUSTED_PROXIES')

  for (const proxy of proxies) {
    const [address = '', prefix, ...rest] = proxy.split('/')
    const bits = isIP(address) === 4 ? 32 : 128
    const isRange =
      prefix === undefined ||
      (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits && rest.length === 0)
    if (isIP(address) === 0 || !isRange) {
      env.problem('TRUSTED_PROXIES must be a list of addresses or ranges such as 10.0.0.0/8')
      return []
    }
  }
  return proxies
}

type MailConfig = {
  /** null: mails stay in the outbox until an SMTP server is configured. */
  smtpUrl: string | null
  from: string
}

function readMail(env: EnvironmentReader, siteUrl: string, title: string): MailConfig {
  const smtpUrl = readSmtpUrl(env)
  const host = URL.canParse(siteUrl) ? new URL(siteUrl).hostname : 'localhost'
  const from = env.text('MAIL_FROM', `${title} <no-reply@${host}>`)
  if (!/@[^\s@>]+>?$/.test(from) || /[\r\n]/.test(from)) {
    env.problem(`MAIL_FROM must hold a mail address, such as ${title} <no-reply@example.com>`)
  }

  return { smtpUrl, from }
}

function readSmtpUrl(env: EnvironmentReader): string | null {
  const value = env.get('SMTP_URL')
  const unescaped = value === undefined ? null : unescapedIn(value)
  if (unescaped !== null) {
    env.problem(`SMTP_URL ${unescaped}`)
    return null
  }
  const url = env.address('SMTP_URL', '', ['smtp:', 'smtps:'])
  if (url === '') return null
  // For an empty host, the mail library would connect to this machine.
  if (new URL(url).hostname === '') {
    env.problem('SMTP_URL must name a host, such as smtp://user:password@mail.example.com:587')
  }
  return url
}
